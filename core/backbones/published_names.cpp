#include "core/backbones/published_names.h"

#include "core/model/zoo.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <type_traits>
#include <utility>

namespace belfry {
namespace {

using Names = std::vector<std::string>;

std::string numbered(const std::string& before, int number, const std::string& after = "") {
    return before + std::to_string(number) + after;
}

void append(Names& names, const std::string& prefix, const Names& more) {
    for (const std::string& name : more)
        names.push_back(prefix + name);
}

// torchvision's, which timm's are named like. convolutions: of a block.
Names residualNames(const std::array<int, 4>& repeats, int convolutions, bool projectsFirst) {
    Names names{"conv1", "bn1"}, block;
    for (int i = 1; i <= convolutions; ++i)
        append(block, "", {numbered("conv", i), numbered("bn", i)});
    for (int stage = 0; stage < 4; ++stage)
        for (int i = 0; i < repeats[static_cast<std::size_t>(stage)]; ++i) {
            const std::string prefix = numbered("layer", stage + 1, ".") + numbered("", i, ".");
            append(names, prefix, block);
            if (i == 0 && (stage > 0 || projectsFirst))
                append(names, prefix, {"downsample.0", "downsample.1"});
        }
    names.emplace_back("fc");
    return names;
}

// Of networks of inverted bottlenecks: how one names its first layers, those of a block, and its last ones.
struct BottleneckNames {
    Names first;
    std::function<std::string(int stage, int repeat, int block)> prefix; // all counted from 0
    Names narrow, wide;                                                  // blocks without and with an expansion
    Names last;
};

// The first stage has no expansion.
Names bottleneckNames(const std::array<int, 7>& repeats, const BottleneckNames& of) {
    Names names = of.first;
    int block = 0;
    for (int stage = 0; stage < 7; ++stage)
        for (int i = 0; i < repeats[static_cast<std::size_t>(stage)]; ++i)
            append(names, of.prefix(stage, i, block++), stage == 0 ? of.narrow : of.wide);
    append(names, "", of.last);
    return names;
}

constexpr std::array kMobilenetRepeats{1, 2, 3, 4, 3, 3, 1};
constexpr std::array kEfficientnetRepeats{1, 2, 2, 3, 3, 4, 1};

const BottleneckNames& timmNames() {
    static const BottleneckNames names{
        {"conv_stem", "bn1"},
        [](int stage, int repeat, int) { return numbered("blocks.", stage, ".") + numbered("", repeat, "."); },
        {"conv_dw", "bn1", "conv_pw", "bn2"},
        {"conv_pw", "bn1", "conv_dw", "bn2", "conv_pwl", "bn3"},
        {"conv_head", "bn2", "classifier"}};
    return names;
}

Names torchvisionMobilenetNames() {
    return bottleneckNames(kMobilenetRepeats,
                           {{"features.0.0", "features.0.1"},
                            [](int, int, int block) { return numbered("features.", block + 1, ".conv."); },
                            {"0.0", "0.1", "1", "2"},
                            {"0.0", "0.1", "1.0", "1.1", "2", "3"},
                            {"features.18.0", "features.18.1", "classifier.1"}});
}

Names efficientnetPytorchNames() {
    return bottleneckNames(kEfficientnetRepeats,
                           {{"_conv_stem", "_bn0"},
                            [](int, int, int block) { return numbered("_blocks.", block, "."); },
                            {"_depthwise_conv", "_bn1", "_project_conv", "_bn2"},
                            {"_expand_conv", "_bn0", "_depthwise_conv", "_bn1", "_project_conv", "_bn2"},
                            {"_conv_head", "_bn1", "_fc"}});
}

} // namespace

const std::vector<NamingScheme>& namingSchemes() {
    constexpr Padding kSymmetric = Padding::Symmetric;
    static const std::vector<NamingScheme> table{
        {"torchvision", "resnet-18", kSymmetric, 1e-5, "imagenet", residualNames({2, 2, 2, 2}, 2, false)},
        {"torchvision", "resnet-50", kSymmetric, 1e-5, "imagenet", residualNames({3, 4, 6, 3}, 3, true)},
        {"torchvision", "mobilenet-v2", kSymmetric, 1e-5, "imagenet", torchvisionMobilenetNames()},
        {"timm", "mobilenet-v2", kSymmetric, 1e-5, "imagenet", bottleneckNames(kMobilenetRepeats, timmNames())},
        {"timm", "efficientnet-lite0", kSymmetric, 1e-5, "imagenet",
         bottleneckNames(kEfficientnetRepeats, timmNames())},
        {"timm-tf", "efficientnet-lite0", Padding::Same, 1e-3, "signed",
         bottleneckNames(kEfficientnetRepeats, timmNames())},
        {"efficientnet-lite-pytorch", "efficientnet-lite0", Padding::Same, 1e-3, "signed", efficientnetPytorchNames()},
    };
    return table;
}

std::vector<std::string> namingSchemeNames() {
    std::set<std::string> names;
    for (const NamingScheme& scheme : namingSchemes())
        names.insert(scheme.name);
    return {names.begin(), names.end()};
}

Architecture architectureOf(const NamingScheme& scheme) {
    Architecture architecture = networkByName(scheme.network);
    const auto adapt = [&scheme](auto& spec) {
        if constexpr (requires { spec.padding; })
            spec.padding = spec.padding == Padding::Same ? scheme.padding : spec.padding;
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(spec)>, BatchNormLayer>)
            spec.epsilon = scheme.epsilon;
    };
    for (Line& line : architecture.lines)
        if (auto* layer = std::get_if<Layer>(&line.content))
            std::visit(adapt, *layer);
    return architecture;
}

std::string publishedName(const NamingScheme& scheme, const Blueprint& blueprint, const Slice& slice) {
    const auto weighted = [&](std::size_t layer) {
        return std::ranges::count_if(blueprint.layers.begin(), blueprint.layers.begin() + std::ptrdiff_t(layer),
                                     [](const BlueprintLayer& before) { return before.weightSlice >= 0; });
    };
    static const std::array<std::pair<std::string, std::string>, 6> kSuffixes{{{".weight", ".weight"},
                                                                               {".bias", ".bias"},
                                                                               {".scale", ".weight"},
                                                                               {".offset", ".bias"},
                                                                               {".mean", ".running_mean"},
                                                                               {".variance", ".running_var"}}};
    const std::string own = slice.name.substr(slice.name.rfind('.'));
    const auto suffix = std::ranges::find(kSuffixes, own, &std::pair<std::string, std::string>::first);
    return scheme.layers.at(static_cast<std::size_t>(weighted(slice.layer))) + suffix->second;
}

} // namespace belfry
