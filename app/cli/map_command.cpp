// Pictures of a split, or of all, laid out by what a layer of a network makes of them.
#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/stopwatch.h"
#include "core/base/suggest.h"
#include "core/data/evenly.h"
#include "core/data/stores.h"
#include "core/explain/map_files.h"
#include "core/predict/evaluate_snapshot.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace belfry::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kUsualImages = 10'000;
const std::vector<std::string> kMethods{"umap", "pca"};
const std::vector<std::string> kColourings{"class", "answer", "error", "confidence", "split"}; // as MapColouring
const std::string kAllSplits = "all";

struct MapOptions {
    std::string run, weights, output, split = "test", layer, method = "umap", colour;
    SnapshotDataOptions data;
    std::optional<std::int64_t> images;
    std::optional<std::uint64_t> seed;
    bool json = false;
};

enum class MapOutput { Table, Svg, Png, Folder };

// Before the work, whose end would be lost on a mistyped name.
MapOutput outputOf(const MapOptions& options) {
    const fs::path path = options.output;
    const std::string extension = path.extension().string();
    const bool table = extension == ".csv", svg = extension == ".svg", png = extension == ".png";
    if (!options.colour.empty() && !svg && !png)
        throw usageError(
            Text::tr("--colour is for .svg and .png files, and --output is '%1'; leave it out.", options.output));
    if (options.colour == "split" && options.split != kAllSplits)
        throw usageError(Text::tr("--colour split is for maps of several splits; add --split all."));
    std::error_code code;
    if (table || svg || png) {
        if (fs::is_directory(path, code))
            throw usageError(Text::tr("--output is the folder '%1'; give it the name of a file.", options.output));
        makeWritableFolder(fs::absolute(path).parent_path());
        return table ? MapOutput::Table : svg ? MapOutput::Svg : MapOutput::Png;
    }
    if (!extension.empty() && !fs::is_directory(path, code))
        throw usageError(Text::tr("--output is '%1'; expected a name that ends in .csv, .svg or .png, or a folder for "
                                  "TensorBoard's projector.",
                                  options.output));
    if (fs::exists(path, code) && !(fs::is_directory(path, code) && fs::is_empty(path, code)))
        throw usageError(
            Text::tr("--output is '%1', which exists and is not an empty folder. Give another name.", options.output));
    return MapOutput::Folder;
}

// By its name in the network ("dense7"), or the number in it.
MapLayer layerNamed(const Blueprint& blueprint, const std::string& name) {
    const std::vector<MapLayer> layers = mapLayers(blueprint);
    const std::size_t usual = usualMapLayer(blueprint);
    std::vector<std::string> ids;
    for (const MapLayer& layer : layers) {
        if (name.empty() ? layer.layer == usual : layer.id == name || std::to_string(layer.layer + 1) == name)
            return layer;
        ids.push_back(layer.id);
    }
    throw usageError(Text::tr("Unknown layer '%1'; the network '%2' has %3.", name.substr(0, 80),
                              blueprint.architecture.name, joined(ids)));
}

std::size_t placeIn(const std::vector<std::string>& known, const std::string& name, const Text& kind) {
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
        throw usageError(unknownName(kind, name, known));
    return static_cast<std::size_t>(found - known.begin());
}

std::shared_ptr<const ImageStore> picturesOf(const DataSet& data, const std::string& split) {
    return split == kAllSplits ? allImages(data) : splitNamed(data, split);
}

struct MapTimes {
    double answers = 0, features = 0, components = 0, neighbours = 0, layout = 0; // seconds
};

// Asks the network and lays out; with fewer points when stopped.
class Mapping {
public:
    Mapping(const MapOptions& options, const Snapshot& snapshot, const DataSet& data, std::stop_token stop)
        : options_(options), snapshot_(snapshot), layer_(layerNamed(*snapshot.blueprint, options.layer)),
          store_(picturesOf(data, options.split)), stop_(std::move(stop)) {
        const std::int64_t most = options.images.value_or(kUsualImages);
        if (most < 1)
            throw usageError(Text::tr("--images is %1; expected 1 or more.", most));
        if (options.split == kAllSplits)
            pictures_.splits = splitBegins(data);
        if (store_->size() == 0)
            throw dataError(Text::tr("The %1 split of %2 has no pictures. Choose another one with --split.",
                                     options.split, data.title));
        pictures_.classes = snapshot.classes;
        pictures_.ids = evenly(store_->size(), most);
        for (const std::int64_t id : pictures_.ids)
            pictures_.files.push_back(store_->name(id));
    }

    // Whether it was not stopped.
    bool work(Bar& bar) { return answer(bar) && layOut(bar); }

    const MapLayer& layer() const { return layer_; }
    const MapTimes& times() const { return times_; }
    const MappedPictures& pictures() const { return pictures_; }
    const LayerFeatures& features() const { return map_->features(); }
    const ImageStore& store() const { return *store_; }
    std::int64_t right() const {
        std::int64_t count = 0;
        for (std::size_t i = 0; i < pictures_.labels.size(); ++i)
            count += pictures_.labels[i] == pictures_.answers[i];
        return count;
    }

private:
    void keepReadable(const std::vector<std::int64_t>& rows) {
        MappedPictures all = std::move(pictures_);
        pictures_ = {};
        pictures_.classes = std::move(all.classes);
        pictures_.splits = all.splits;
        for (const std::int64_t row : rows) {
            pictures_.ids.push_back(all.ids[static_cast<std::size_t>(row)]);
            pictures_.files.push_back(std::move(all.files[static_cast<std::size_t>(row)]));
        }
    }
    bool answer(Bar& bar) {
        Stopwatch clock;
        const Evaluation evaluation = evaluateSnapshot(snapshot_, *pickedStore(store_, pictures_.ids), {.stop = stop_});
        if (stop_.stop_requested())
            return false;
        keepReadable(evaluation.indices);
        pictures_.labels = evaluation.labels;
        pictures_.answers = evaluation.answers;
        for (std::int64_t i = 0; i < evaluation.images(); ++i)
            pictures_.confidences.push_back(evaluation.probability(i, evaluation.answers[static_cast<std::size_t>(i)]));
        times_.answers = clock.seconds();
        LayerFeatures features =
            layerFeatures(snapshot_, *store_, pictures_.ids, layer_.layer, stop_, [&bar](double part) {
                bar.draw(part / 2, {{"features", 0}});
            });
        if (stop_.stop_requested())
            return false;
        times_.features = clock.seconds() - times_.answers;
        const Stopwatch ofComponents;
        map_ = std::make_unique<PictureMap>(std::move(features), options_.seed.value_or(1));
        times_.components = ofComponents.seconds();
        return true;
    }

    bool layOut(Bar& bar) {
        Stopwatch clock;
        for (bool more = options_.method == "umap"; more && !stop_.stop_requested();) {
            more = map_->refine(stop_);
            bar.draw((1 + map_->refined()) / 2, {{"layout", 0}});
            if (times_.neighbours == 0 && map_->refined() >= PictureMap::kNeighboursKnown)
                times_.neighbours = clock.seconds();
        }
        times_.layout = clock.seconds() - times_.neighbours;
        pictures_.points = map_->points();
        return !stop_.stop_requested();
    }

    const MapOptions& options_;
    const Snapshot& snapshot_;
    MapLayer layer_;
    std::shared_ptr<const ImageStore> store_;
    std::stop_token stop_;
    MappedPictures pictures_;
    std::unique_ptr<PictureMap> map_;
    MapTimes times_;
};

void writeMap(const Mapping& mapping, const MapOptions& options, MapOutput output, const ImageShape& shape) {
    const auto colouring = static_cast<MapColouring>(
        placeIn(kColourings, options.colour.empty() ? kColourings.front() : options.colour, Text::tr("colour")));
    if (output == MapOutput::Table)
        writeFileAtomically(options.output, mapCsv(mapping.pictures()));
    else if (output == MapOutput::Svg)
        writeFileAtomically(options.output, mapSvg(mapping.pictures(), colouring));
    else if (output == MapOutput::Png)
        writeFileAtomically(options.output, asText(encodePng(mapDrawing(mapping.pictures(), colouring))));
    else
        writeProjectorFolder(options.output, mapping.pictures(), mapping.features(), mapping.layer().id,
                             mapping.store(), shape);
}

void reportMap(const Mapping& mapping, const MapOptions& options, const Snapshot& snapshot, const DataSet& data) {
    const auto count = std::ssize(mapping.pictures().ids);
    const MapTimes& times = mapping.times();
    if (options.json) {
        printJson({{"run", options.run},
                   {"step", snapshot.step},
                   {"output", fs::absolute(options.output).string()},
                   {"data", data.name},
                   {"split", options.split},
                   {"images", count},
                   {"of_images", mapping.store().size()},
                   {"layer", mapping.layer().id},
                   {"layer_text", mapping.layer().name},
                   {"features", mapping.layer().width},
                   {"method", options.method},
                   {"correct", mapping.right()},
                   {"seconds",
                    {{"answers", times.answers},
                     {"features", times.features},
                     {"components", times.components},
                     {"neighbours", times.neighbours},
                     {"layout", times.layout}}}});
        return;
    }
    const std::string part =
        count == mapping.store().size() ? "" : " of " + grouped(mapping.store().size()) + " evenly taken";
    const std::string split = options.split == kAllSplits ? "all splits" : options.split;
    std::printf("%s, step %s: %s%s pictures of %s %s by %s (%s, %s features): %s\n", snapshot.source.c_str(),
                grouped(snapshot.step).c_str(), grouped(count).c_str(), part.c_str(), data.title.c_str(), split.c_str(),
                mapping.layer().id.c_str(), mapping.layer().name.c_str(), grouped(mapping.layer().width).c_str(),
                options.output.c_str());
}

void checkSplit(const std::string& split) {
    std::vector<std::string> known(kSplitNames.begin(), kSplitNames.end());
    known.push_back(kAllSplits);
    placeIn(known, split, Text::tr("split"));
}

int drawMap(const MapOptions& options) {
    checkSplit(options.split);
    placeIn(kMethods, options.method, Text::tr("method"));
    if (!options.colour.empty())
        placeIn(kColourings, options.colour, Text::tr("colour"));
    const MapOutput output = outputOf(options);
    const auto snapshot = weightsNamed(options.run, options.weights);
    layerNamed(*snapshot->blueprint, options.layer); // before the data are opened
    const auto data = dataOf(options.run, *snapshot, options.data);
    holdInterrupts();
    const Stopper stopper;
    Mapping mapping(options, *snapshot, *data, stopper.token());
    bool done = false;
    {
        Bar bar;
        done = mapping.work(bar);
    }
    if (!done)
        return kStoppedByUser;
    writeMap(mapping, options, output, data->shape);
    reportMap(mapping, options, *snapshot, *data);
    return 0;
}

} // namespace

void addMap(CLI::App& app, Chosen& chosen) {
    CLI::App* command =
        app.add_subcommand("map", "Lay pictures out in the plane by what a layer of a network makes of them");
    const auto options = std::make_shared<MapOptions>();
    addRunArgument(*command, options->run);
    command
        ->add_option("--output", options->output,
                     "FILE.csv, FILE.svg or FILE.png, or a folder to create for TensorBoard's projector")
        ->required();
    command->add_option("--split", options->split, "train, validation or test, or all of them (default test)");
    command->add_option("--layer", options->layer,
                        "Its name or number, as 'models NAME' lists them (default: the one "
                        "before the last)");
    command->add_option("--method", options->method, "umap, or pca for the first two principal components");
    addNumber(*command, "--images", options->images, "At most so many, evenly taken (default 10000)");
    command->add_option("--colour", options->colour,
                        "class, answer, error, confidence, or split where they are all: of .svg and .png files");
    addNumber(*command, "--seed", options->seed, "Seed of the layout (default 1)");
    addWeightsOption(*command, options->weights);
    options->data.addTo(*command);
    command->add_flag("--json", options->json, "As one JSON object, with the seconds of each part");
    trainWhenChosen(*command, chosen, [options] { return drawMap(*options); });
}

} // namespace belfry::cli
