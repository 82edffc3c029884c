// `backbone`: networks to start from, with weights that others trained.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/watched_download.h"
#include "app/cli/weights_argument.h"
#include "core/backbones/fetch_backbone.h"
#include "core/backbones/published_names.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/predict/predictor.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

struct BackboneOptions {
    std::string file, name;
    BackboneOrigin origin;
    std::vector<std::string> pictures;
    bool json = false;
};
using SharedBackbone = std::shared_ptr<BackboneOptions>;

Json jsonOf(const Backbone& backbone) {
    const Blueprint& blueprint = backbone.blueprint;
    const BackboneOrigin& origin = backbone.origin;
    return {{"name", backbone.name},
            {"network", blueprint.architecture.name},
            {"parameters", blueprint.parameters},
            {"picture_size", {blueprint.image.height, blueprint.image.width, blueprint.image.channels}},
            {"normalisation", normalisationName(blueprint.input.normalisation)},
            {"classes", blueprint.classes},
            {"naming_scheme", origin.scheme},
            {"source", origin.source},
            {"licence", origin.licence},
            {"file", origin.file},
            {"sha256", origin.sha256},
            {"stored_in", backboneFile(backbone.name).string()}};
}

void printBackbone(const Backbone& backbone) {
    const Blueprint& blueprint = backbone.blueprint;
    const BackboneOrigin& origin = backbone.origin;
    std::printf("%s: %s, %s parameters, trained on %dx%d pictures of %s classes\n", backbone.name.c_str(),
                blueprint.architecture.name.c_str(), grouped(blueprint.parameters).c_str(), blueprint.image.width,
                blueprint.image.height, grouped(blueprint.classes).c_str());
    std::printf("  from      %s (%s)\n", oneLine(origin.file).c_str(), origin.scheme.c_str());
    std::printf("  SHA-256   %s\n", origin.sha256.c_str());
    std::printf("  source    %s\n", origin.source.empty() ? "not stated" : oneLine(origin.source).c_str());
    std::printf("  licence   %s\n", origin.licence.empty() ? "not stated" : oneLine(origin.licence).c_str());
    std::printf("  stored in %s\n", oneLine(backboneFile(backbone.name).string()).c_str());
}

int listBackbones(bool asJson) {
    Json all = Json::array();
    const std::vector<std::string> names = backboneNames();
    for (const std::string& name : names) {
        try {
            const Backbone backbone = loadBackbone(name);
            if (asJson)
                all.push_back(jsonOf(backbone));
            else
                printBackbone(backbone);
        } catch (const Error& error) {
            if (asJson)
                all.push_back({{"name", name}, {"problem", error.what()}});
            else
                std::printf("%s: %s\n", name.c_str(), oneLine(error.what()).c_str());
        }
    }
    if (asJson)
        printJson(all);
    else if (names.empty())
        std::printf("There is no backbone yet. 'belfry-cli backbone fetch NAME' gets one: %s.\n",
                    joined(publishedBackboneNames()).c_str());
    return 0;
}

int showBackbone(const BackboneOptions& options) {
    const Backbone backbone = loadBackbone(options.name);
    if (options.json)
        printJson(jsonOf(backbone));
    else
        printBackbone(backbone);
    return 0;
}

// What was recognised of a file; then it is kept.
int keep(const ImportedBackbone& imported, bool asJson) {
    keepBackbone(imported.backbone);
    if (asJson) {
        Json text = jsonOf(imported.backbone);
        text["matched_tensors"] = imported.matched;
        text["unused_tensors"] = imported.unused;
        printJson(text);
        return 0;
    }
    printBackbone(imported.backbone);
    std::printf("%s matched, %s\n", counted(imported.matched, "tensors", "tensor").c_str(),
                imported.unused.empty() ? "and no other is in the file"
                                        : ("not used: " + oneLine(joined(imported.unused))).c_str());
    return 0;
}

int addFile(const BackboneOptions& options) {
    holdInterrupts();
    const Stopper stopper;
    const auto imported = importBackboneFile(options.file, options.name, options.origin, stopper.token());
    if (imported)
        return keep(*imported, options.json);
    std::printf("stopped; nothing was added\n");
    return kStoppedByUser;
}

int fetchNamed(const BackboneOptions& options) {
    holdInterrupts(); // before libcurl starts threads of its own
    const auto imported =
        watchedDownload([&options](const DownloadOptions& how) { return fetchBackbone(options.name, how); });
    return imported ? keep(*imported, options.json) : kStoppedByUser;
}

int removeNamed(const BackboneOptions& options) {
    removeBackbone(options.name);
    std::printf("%s was removed\n", options.name.c_str());
    return 0;
}

// The network as it was published, with its own last layer.
std::shared_ptr<const Snapshot> snapshotOf(Backbone backbone) {
    auto snapshot = std::make_shared<Snapshot>();
    for (int i = 0; i < backbone.blueprint.classes; ++i)
        snapshot->classes.push_back(std::to_string(i));
    snapshot->source = backbone.name;
    snapshot->weights = std::move(backbone.weights);
    snapshot->blueprint = std::make_shared<Blueprint>(std::move(backbone.blueprint));
    return snapshot;
}

// The classes have numbers alone: published weights come without names.
int classify(const BackboneOptions& options) {
    constexpr std::size_t kBest = 5;
    Predictor predictor(snapshotOf(loadBackbone(options.name)));
    int status = 0;
    for (const std::string& path : options.pictures) {
        const auto picture = pictureNamed(path, predictor.snapshot());
        if (!picture) {
            status = kSomeUnreadable;
            continue;
        }
        const std::vector<float> logits = predictor.logits(*picture);
        std::vector<int> order(logits.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, std::greater(), [&](int label) { return logits[std::size_t(label)]; });
        order.resize(std::min(order.size(), kBest));
        if (options.json)
            printJson({{"image", path}, {"best", order}, {"logits", logits}});
        else
            std::printf("%s: classes %s\n", oneLine(path).c_str(),
                        joined(order, ", ", [](int label) { return std::to_string(label); }).c_str());
    }
    return status;
}

void addName(CLI::App& command, const SharedBackbone& options) {
    command.add_option("name", options->name, "Backbone")->required();
    command.add_flag("--json", options->json, "As JSON");
}

void addAddition(CLI::App& backbone, Chosen& chosen, const SharedBackbone& options) {
    CLI::App* command = backbone.add_subcommand("add", "Keep published weights: safetensors, or PyTorch's .pth");
    command->add_option("file", options->file, "Weights of torchvision or timm")->required();
    command->add_option("--name", options->name, "Instead of the network's name");
    command->add_option("--scheme", options->origin.scheme, "Whose names the file has: " + joined(namingSchemeNames()));
    command->add_option("--source", options->origin.source, "Where it came from, for the record");
    command->add_option("--licence", options->origin.licence, "Its licence, for the record");
    command->add_flag("--json", options->json, "As JSON");
    whenChosen(*command, chosen, [options] { return addFile(*options); });
}

} // namespace

void addBackbone(CLI::App& app, Chosen& chosen) {
    CLI::App* backbone = app.add_subcommand("backbone", "Networks to start from, with weights that others trained");
    backbone->require_subcommand(1);
    const auto options = std::make_shared<BackboneOptions>();
    CLI::App* list = backbone->add_subcommand("list", "Those that are there");
    list->add_flag("--json", options->json, "As JSON");
    whenChosen(*list, chosen, [options] { return listBackbones(options->json); });
    CLI::App* show = backbone->add_subcommand("show", "One of them, and where it came from");
    addName(*show, options);
    whenChosen(*show, chosen, [options] { return showBackbone(*options); });
    CLI::App* fetch = backbone->add_subcommand("fetch", "Get published weights, and compare them with their checksum");
    addName(*fetch, options);
    whenChosen(*fetch, chosen, [options] { return fetchNamed(*options); });
    addAddition(*backbone, chosen, options);
    CLI::App* remove = backbone->add_subcommand("remove", "Delete one");
    remove->add_option("name", options->name, "Backbone")->required();
    whenChosen(*remove, chosen, [options] { return removeNamed(*options); });
    CLI::App* classes = backbone->add_subcommand("classify", "What a backbone itself answers for pictures");
    addName(*classes, options);
    classes->add_option("picture", options->pictures, "PNG, JPEG, WebP, TIFF, HEIF or BMP files")->required();
    whenChosen(*classes, chosen, [options] { return classify(*options); });
}

} // namespace belfry::cli
