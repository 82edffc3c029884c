// `explain`: what a network looks at in pictures, and what its layers make of one.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/table_file.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/explain/explain_sheets.h"
#include "core/explain/explainer.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cstdio>
#include <optional>

namespace belfry::cli {
namespace {

struct ExplainOptions {
    std::string run, weights;
    std::optional<std::string> kind, label;
    std::vector<std::string> images;
    std::filesystem::path output, layers;
    bool json = false;
};

struct KindRow {
    const char *name, *title;
    HeatMapKind kind;
};
constexpr std::array kKinds{KindRow{"hires-cam", "HiResCAM", HeatMapKind::HiResCam},
                            KindRow{"grad-cam", "Grad-CAM", HeatMapKind::GradCam},
                            KindRow{"gradient", "gradient of the picture", HeatMapKind::InputGradient}};

const KindRow& rowOf(HeatMapKind kind) { return *std::ranges::find(kKinds, kind, &KindRow::kind); }

std::optional<HeatMapKind> kindNamed(const std::optional<std::string>& name) {
    if (!name)
        return {};
    return rowNamed(kKinds, Text::tr("kind of heat map"), *name).kind;
}

// A class's name, or its number where no class has that name.
std::optional<int> labelNamed(const std::optional<std::string>& given, const std::vector<std::string>& classes) {
    if (!given)
        return {};
    const std::string& name = *given;
    if (const auto found = std::ranges::find(classes, name); found != classes.end())
        return static_cast<int>(found - classes.begin());
    int label = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), label);
    if (error == std::errc() && end == name.data() + name.size() && label >= 0 && label < std::ssize(classes))
        return label;
    throw usageError(unknownName(Text::tr("class"), name, classes));
}

void writePicture(const std::filesystem::path& file, const DecodedImage& picture) {
    const Bytes bytes = encodePng(picture);
    writeFileAtomically(file, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

// A file for each layer, "03-pool1.png", and one for the filters of the first convolution.
void writeLayers(const std::filesystem::path& folder, Explainer& explainer, const std::vector<std::uint8_t>& picture) {
    makeWritableFolder(folder);
    for (const LayerMaps& layer : explainer.layers(picture)) {
        std::string number = std::to_string(layer.layer + 1);
        number.insert(0, number.size() < 2 ? 1 : 0, '0');
        const std::string& name = explainer.snapshot().blueprint->layers[layer.layer].name;
        writePicture(folder / (number + "-" + name + ".png"), layerSheet(layer));
    }
    if (const auto filters = explainer.firstFilters())
        writePicture(folder / "filters.png", filterSheet(*filters));
}

nlohmann::json toJson(const HeatMap& map, const Snapshot& snapshot) {
    nlohmann::json json{{"kind", rowOf(map.kind).name},
                        {"label", map.label},
                        {"class", snapshot.classes[static_cast<std::size_t>(map.label)]},
                        {"probability", map.probability},
                        {"step", map.step},
                        {"peak", map.peak},
                        {"height", map.height},
                        {"width", map.width},
                        {"values", map.values},
                        {"coarse_height", map.coarseHeight},
                        {"coarse_width", map.coarseWidth},
                        {"coarse", map.coarse}};
    if (map.kind != HeatMapKind::InputGradient)
        json["layer"] = layerText(snapshot.blueprint->layers[map.layer].spec);
    return json;
}

void tell(const std::string& path, const HeatMap& map, const Snapshot& snapshot) {
    const std::string& name = snapshot.classes[static_cast<std::size_t>(map.label)];
    std::string by = rowOf(map.kind).title;
    if (map.kind != HeatMapKind::InputGradient)
        by +=
            " of layer " + std::to_string(map.layer + 1) + ", " + layerText(snapshot.blueprint->layers[map.layer].spec);
    const std::string peak = map.peak > 0 ? "; 1 is " + fixed(static_cast<double>(map.peak), 4) + " in logits"
                                          : "; nothing in the picture speaks for this class";
    std::printf("%s: %s (%s), %s%s\n", oneLine(path).c_str(), oneLine(name).c_str(),
                perCent(static_cast<double>(map.probability), 1).c_str(), by.c_str(), peak.c_str());
}

void requireOnePicture(const ExplainOptions& options) {
    if (options.output.empty() && options.layers.empty() && !options.json)
        throw usageError(Text::tr("Nothing is asked for; expected --output FILE.png, --layers FOLDER or --json."));
    if (options.images.size() > 1 && !(options.output.empty() && options.layers.empty()))
        throw usageError(Text::tr("Found %1 pictures; --output and --layers take one. Name one picture, or use --json "
                                  "alone.",
                                  options.images.size()));
}

// What is written is PNG, and never over the picture that was given.
void checkOutput(const ExplainOptions& options) {
    if (options.output.empty())
        return;
    checkTableFile(options.output, "--output");
    const std::string file = options.output.string(), extension = options.output.extension().string();
    if (extension != ".png" && extension != ".PNG")
        throw usageError(Text::tr("--output is '%1'; expected a name that ends in .png.", file));
    std::error_code code;
    if (std::filesystem::equivalent(options.output, options.images.front(), code))
        throw usageError(
            Text::tr("--output is the picture itself, '%1', which would be lost. Give it another name.", file));
}

int explainImages(const ExplainOptions& options) {
    requireOnePicture(options);
    checkOutput(options);
    const std::optional<HeatMapKind> kind = kindNamed(options.kind);
    Explainer explainer(weightsNamed(options.run, options.weights));
    const Snapshot& snapshot = explainer.snapshot();
    const std::optional<int> label = labelNamed(options.label, snapshot.classes);
    int status = 0;
    for (const std::string& path : options.images) {
        const auto picture = pictureNamed(path, snapshot);
        if (!picture) {
            status = kSomeUnreadable;
            continue;
        }
        const HeatMap map = explainer.look(*picture, label, kind);
        if (!options.output.empty())
            writePicture(options.output, heatMapSheet(map, *picture, snapshot.blueprint->image.channels));
        if (!options.layers.empty())
            writeLayers(options.layers, explainer, *picture);
        if (!options.json) {
            tell(path, map, snapshot);
            continue;
        }
        nlohmann::json json = toJson(map, snapshot);
        json["image"] = path;
        json["picture"] = *picture; // as the network got it, channels last
        printJson(json);
    }
    return status;
}

} // namespace

void addExplain(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("explain", "Show what a network looks at in a picture");
    const auto options = std::make_shared<ExplainOptions>();
    addRunArgument(*command, options->run);
    command->add_option("image", options->images, "PNG, JPEG, WebP, TIFF, HEIF or BMP file; with --json alone several")
        ->required();
    command->add_option("--output", options->output, "PNG file for the picture with its heat map");
    command->add_option("--layers", options->layers,
                        "Folder for a PNG file of what each layer makes of the picture, and the first filters");
    command->add_option("--class", options->label,
                        "Name or label of the class that the map speaks of (default: the "
                        "answer)");
    command->add_option("--kind", options->kind,
                        "hires-cam (default, where there are convolutions), grad-cam, or gradient (of the picture)");
    addWeightsOption(*command, options->weights);
    command->add_flag("--json", options->json, "One JSON object per picture, with the map's values");
    whenChosen(*command, chosen, [options] { return explainImages(*options); });
}

} // namespace belfry::cli
