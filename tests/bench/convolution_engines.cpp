// Which engine cuDNN's heuristic ranks first for the convolutions of networks, in both layouts; needs no GPU.
//   convolution_engines [--device h100|a100|rtx3090|rtx4090|t4|b200|FILE.json] [--precision fp32|tf32|bf16] [--all]
//                       [NAME:IMAGES,CHANNELS,SIDE,FILTERS,KERNEL,PADDING,STRIDE...]
// The bundled cuDNN is asked through its backend API about a device that a text describes. The engine taken is the
// first that passes PyTorch's filter (aten/src/ATen/native/cudnn/Conv_v8.cpp) and whose plan cuDNN finalises for that
// device. No plan is executed: an engine may still fail on the device itself, and nothing here is a time. Tensors are
// taken to be aligned to 16 bytes. "none": no plan of the heuristic's list passes. PyTorch then goes through a fallback
// list of cuDNN's frontend, which is not asked here. Nothing is asserted: another cuDNN may rank otherwise.
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "tests/bench/convolution_graph.h"
#include "tests/bench/described_devices.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace belfry {
namespace {

struct PrecisionCase {
    std::string name;
    cudnnDataType_t type;
    bool tensorCores;
};
const std::vector<PrecisionCase> kPrecisions{
    {"fp32", CUDNN_DATA_FLOAT, false}, {"tf32", CUDNN_DATA_FLOAT, true}, {"bf16", CUDNN_DATA_BFLOAT16, true}};

struct Engine {
    std::int64_t number = -1;
    std::vector<cudnnBackendNumericalNote_t> notes;

    explicit Engine(const BackendDescriptor& configuration) {
        BackendDescriptor engine(CUDNN_BACKEND_ENGINE_DESCRIPTOR, "an engine");
        std::array held{engine.get()};
        configuration.read(CUDNN_ATTR_ENGINECFG_ENGINE, std::span<cudnnBackendDescriptor_t>(held));
        engine.read(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, std::span(&number, 1));
        notes.resize(CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
        notes.resize(static_cast<std::size_t>(engine.read(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, std::span(notes))));
    }
    bool has(cudnnBackendNumericalNote_t note) const { return std::ranges::find(notes, note) != notes.end(); }
    bool deterministic() const { return !has(CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC); }
    // The rest of PyTorch's filter. Without tensor cores fp32 is not rounded to TF32.
    bool allowed(const PrecisionCase& precision) const {
        return !has(CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS) &&
               (precision.tensorCores || !has(CUDNN_NUMERICAL_NOTE_TENSOR_CORE));
    }
    std::string text() const { // "46t": its number, and a letter for each note that matters here
        std::string letters;
        for (const auto& [note, letter] : {std::pair{CUDNN_NUMERICAL_NOTE_TENSOR_CORE, 't'},
                                           {CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS, 'c'},
                                           {CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC, 'n'},
                                           {CUDNN_NUMERICAL_NOTE_WINOGRAD, 'w'},
                                           {CUDNN_NUMERICAL_NOTE_FFT, 'f'}})
            if (has(note))
                letters += letter;
        return std::to_string(number) + letters;
    }
};

// Empty where cuDNN does not finalise the plan: PyTorch takes the next engine then.
std::optional<std::int64_t> workspace(const BackendDescriptor& configuration, const BackendDescriptor& device) {
    BackendDescriptor plan(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, "a plan");
    plan.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, configuration);
    plan.set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, device);
    if (plan.tryFinalize() != CUDNN_STATUS_SUCCESS)
        return std::nullopt;
    std::int64_t bytes = 0;
    plan.read(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, std::span(&bytes, 1));
    return bytes;
}

// What the heuristic lists, best first: an engine comes several times, with other choices of its knobs. How many it
// says there are before they are read is a limit.
std::vector<BackendDescriptor> configurations(const Graph& graph, const BackendDescriptor& device) {
    BackendDescriptor heuristic(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, "the heuristic");
    heuristic.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph.graph);
    heuristic.set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_HEUR_MODE_INSTANT);
    heuristic.set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, device);
    heuristic.finalize();
    std::vector<cudnnBackendDescriptor_t> held;
    const auto read = [&] {
        return static_cast<std::size_t>(
            heuristic.read(CUDNN_ATTR_ENGINEHEUR_RESULTS, std::span<cudnnBackendDescriptor_t>(held)));
    };
    std::vector<BackendDescriptor> listed;
    for (const std::size_t most = read(); listed.size() < most;)
        listed.emplace_back(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR, "an engine's configuration");
    std::ranges::transform(listed, std::back_inserter(held), &BackendDescriptor::get);
    listed.erase(listed.begin() + static_cast<std::ptrdiff_t>(read()), listed.end());
    return listed;
}

// Each of them once, in the order of its best place.
std::string enginesOf(const std::vector<BackendDescriptor>& listed) {
    std::vector<std::string> names;
    for (const auto& configuration : listed)
        if (const std::string name = Engine(configuration).text(); std::ranges::find(names, name) == names.end())
            names.push_back(name);
    std::string text;
    for (const auto& name : names)
        text += ' ' + name;
    return text;
}

// One layout's columns: the engine taken, its place in the list, its plan's workspace in MB, and the engine that would
// be taken if it need not be deterministic.
std::string columns(const std::vector<BackendDescriptor>& listed, const BackendDescriptor& device,
                    const PrecisionCase& precision) {
    std::string any;
    for (std::size_t i = 0; i < listed.size(); ++i) {
        const Engine engine(listed[i]);
        if (!engine.allowed(precision) || (!any.empty() && !engine.deterministic()))
            continue;
        const auto bytes = workspace(listed[i], device);
        if (!bytes)
            continue;
        if (any.empty())
            any = engine.text();
        if (!engine.deterministic())
            continue;
        std::array<char, 80> text{};
        std::snprintf(text.data(), text.size(), " | %6s %3zu of %2zu %9.1f %6s", engine.text().c_str(), i + 1,
                      listed.size(), static_cast<double>(*bytes) / 1e6, any.c_str());
        return text.data();
    }
    return " |   none                          ";
}

void rows(const Convolution& layer, const BackendDescriptor& device, const PrecisionCase& precision, bool all) {
    for (const auto& pass : kPasses) {
        if (layer.first && pass.type == CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR)
            continue;
        const auto inLayout = [&](bool nhwc) {
            return configurations(Graph(layer, pass, nhwc, precision.type), device);
        };
        const auto nhwc = inLayout(true), nchw = inLayout(false);
        const double numbers = static_cast<double>(layer.inputs() + layer.weights() + layer.outputs());
        std::printf("%-11s %-24s %-15s %7.1f%s%s\n", layer.name.c_str(), layer.text().c_str(), pass.name,
                    numbers * (precision.type == CUDNN_DATA_FLOAT ? 4 : 2) / 1e6,
                    columns(nhwc, device, precision).c_str(), columns(nchw, device, precision).c_str());
        if (all)
            std::printf("    NHWC lists%s\n    NCHW lists%s\n", enginesOf(nhwc).c_str(), enginesOf(nchw).c_str());
        std::fflush(stdout);
    }
}

// Of MNIST. The networks here have odd kernels and stride 1, so SAME adds as many lines before as after.
void addNetwork(std::vector<Convolution>& layers, const std::string& network, std::int64_t images) {
    const Blueprint blueprint = makeBlueprint(networkByName(network), ImageShape{}, 10);
    for (std::size_t i = 0; i < blueprint.layers.size(); ++i) {
        const BlueprintLayer& layer = blueprint.layers[i];
        if (const auto* spec = std::get_if<ConvolutionLayer>(&layer.spec))
            layers.push_back({network + ' ' + layer.name, images, layer.in.channels, layer.in.height, spec->filters,
                              spec->kernel, layer.padding ? layer.padding->top : 0, spec->stride, i == 0});
    }
}

Convolution layerFrom(const std::string& text) {
    Convolution layer;
    std::array<char, 32> name{};
    const int read =
        std::sscanf(text.c_str(), "%31[^:]:%ld,%ld,%ld,%ld,%ld,%ld,%ld", name.data(), &layer.images, &layer.channels,
                    &layer.side, &layer.filters, &layer.kernel, &layer.padding, &layer.stride);
    if (read != 8)
        throw std::runtime_error("Found the layer '" + text +
                                 "'; expected NAME:IMAGES,CHANNELS,SIDE,FILTERS,KERNEL,PADDING,STRIDE.");
    layer.name = name.data();
    return layer;
}

void run(const std::string& deviceName, const std::string& precisionName, bool all,
         const std::vector<std::string>& more) {
    const auto precision = std::ranges::find(kPrecisions, precisionName, &PrecisionCase::name);
    const std::string text = deviceText(deviceName);
    BackendDescriptor device(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR, "the description of " + deviceName);
    device.set(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, std::span<const char>(text));
    device.finalize();
    std::vector<Convolution> layers;
    addNetwork(layers, "tower", 512); // the images of a step that tests/bench/gpu_speed.py times
    addNetwork(layers, "wide", 1024);
    for (const auto& layer : more)
        layers.push_back(layerFrom(layer));
    std::printf("cuDNN %zu about %s, %s. MB: of input, weights and output together, and of the plan's workspace.\n"
                "any: the engine if it need not be deterministic. Numbers of engines are those of a pass.\n",
                cudnnGetVersion(), deviceName.c_str(), precisionName.c_str());
    std::printf("%-52s %7s | %-32s | %s\n", "", "MB", "NHWC: place in list     MB    any",
                "NCHW: place in list     MB    any");
    for (const auto& layer : layers)
        rows(layer, device, *precision, all);
    std::printf("t tensor cores, c converts its inputs down, n not deterministic, w Winograd, f FFT\n");
}

} // namespace
} // namespace belfry

int main(int argc, char** argv) {
    CLI::App app("Which engine cuDNN's heuristic ranks first for convolutions. Needs no GPU.");
    std::string device = "h100", precision = "fp32";
    std::vector<std::string> layers;
    bool all = false;
    app.add_option("--device", device, "h100, a100, rtx3090, rtx4090, t4, b200, or a file with a description");
    app.add_option("--precision", precision)->check(CLI::IsMember({"fp32", "tf32", "bf16"}));
    app.add_flag("--all", all, "also list every engine of the heuristic");
    app.add_option("layers", layers, "NAME:IMAGES,CHANNELS,SIDE,FILTERS,KERNEL,PADDING,STRIDE");
    CLI11_PARSE(app, argc, argv);
    try {
        belfry::run(device, precision, all, layers);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "convolution_engines: %s\n", error.what());
        return 1;
    }
    return 0;
}
