#include "core/backbones/import_backbone.h"

#include "core/backbones/published_names.h"
#include "core/backbones/torch_file.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/suggest.h"
#include "core/formats/bytes.h"
#include "core/formats/sha256.h"
#include "core/model/flat_tensors.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace belfry {
namespace {

constexpr int kSide = 224;            // of the pictures that all of these were trained on
constexpr int kMostClasses = 100'000; // of the last layer of a file

// How far a file's tensors are those of a scheme.
struct Fit {
    const NamingScheme* scheme = nullptr;
    std::vector<std::string> found, missing; // tensors of the network
    bool complete() const { return missing.empty(); }
};

// The size of the last layer decides the number of classes.
int classesIn(const SafetensorsFile& tensors, const NamingScheme& scheme) {
    const NamedTensor* last = tensors.find(scheme.layers.back() + ".weight");
    const bool usual = last && last->shape.size() == 2 && last->shape[0] >= 1 && last->shape[0] <= kMostClasses;
    return usual ? static_cast<int>(last->shape[0]) : 1;
}

Blueprint blueprintOf(const NamingScheme& scheme, int classes) {
    return makeBlueprint(architectureOf(scheme), {.channels = 3, .height = kSide, .width = kSide}, classes,
                         inputStageFromNames("none", scheme.normalisation));
}

Fit fitOf(const SafetensorsFile& tensors, const NamingScheme& scheme) {
    Fit fit{&scheme, {}, {}};
    const Blueprint blueprint = blueprintOf(scheme, classesIn(tensors, scheme));
    for (const Slice& slice : blueprint.slices) {
        const std::string name = publishedName(scheme, blueprint, slice);
        (tensors.find(name) ? fit.found : fit.missing).push_back(name);
    }
    return fit;
}

std::string titleOf(const NamingScheme& scheme) { return scheme.network + " (" + scheme.name + ")"; }

// wanted: of one name, "" of any.
std::vector<Fit> fitsOf(const SafetensorsFile& tensors, const std::string& wanted) {
    std::vector<Fit> fits;
    for (const NamingScheme& scheme : namingSchemes())
        if (wanted.empty() || scheme.name == wanted)
            fits.push_back(fitOf(tensors, scheme));
    if (fits.empty())
        throw usageError(unknownName(Text::tr("naming scheme"), wanted, namingSchemeNames()));
    return fits;
}

// Networks are nested: the longest one that is complete is the file's.
const Fit& chosen(const std::vector<Fit>& fits, const std::string& file) {
    const auto best =
        std::ranges::max_element(fits, {}, [](const Fit& fit) { return std::pair(fit.complete(), fit.found.size()); });
    if (!best->complete()) {
        if (best->found.empty())
            throw dataError(Text::tr("'%1' holds none of the tensors of a network that can be a backbone: %2.", file,
                                     joined(fits, ", ", [](const Fit& fit) { return titleOf(*fit.scheme); })));
        throw dataError(Text::tr("'%1' looks most like %2, but has %3 of its %4 tensors; '%5' is missing. Expected the "
                                 "whole state dictionary.",
                                 file, titleOf(*best->scheme), best->found.size(),
                                 best->found.size() + best->missing.size(), best->missing.front()));
    }
    const auto same = [&](const Fit& fit) { return fit.complete() && fit.found.size() == best->found.size(); };
    if (std::ranges::count_if(fits, same) > 1) {
        std::vector<std::string> names;
        for (const Fit& fit : fits)
            if (same(fit))
                names.push_back(fit.scheme->name);
        throw usageError(Text::tr("The tensors of '%1' have the names of several publishers, whose networks differ in "
                                  "their padding: %2. Say whose it is: 'belfry-cli backbone add %1 --scheme %3'.",
                                  file, joined(names, ", "), names.front()));
    }
    return *best;
}

// Of PyTorch: convolutions [out][in][height][width], here [out][height][width][in].
std::vector<std::int64_t> publishedShape(const Slice& slice) {
    if (slice.shape.size() != 4)
        return {slice.shape.begin(), slice.shape.end()};
    return {slice.shape[0], slice.shape[3], slice.shape[1], slice.shape[2]};
}

void copySlice(const NamedTensor& tensor, const Slice& slice, const std::string& file, float* to) {
    const std::vector<std::int64_t> expected = publishedShape(slice);
    if (tensor.shape != expected)
        throw dataError(Text::tr("'%1': tensor '%2' has shape %3, %4 is expected.", file, tensor.name,
                                 shapeText(tensor.shape), shapeText(expected)));
    const std::vector<float> values = floatsOf(tensor);
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
        throw dataError(Text::tr("'%1': tensor '%2' holds values that are not finite numbers.", file, tensor.name));
    if (slice.name.ends_with(".variance") && std::ranges::any_of(values, [](float value) { return value < 0; }))
        throw dataError(Text::tr("'%1': tensor '%2' holds variances below 0.", file, tensor.name));
    if (slice.shape.size() != 4) {
        std::ranges::copy(values, to);
        return;
    }
    const std::int64_t channels = expected[1], pixels = expected[2] * expected[3];
    for (std::int64_t i = 0; i < slice.count; ++i) {
        const std::int64_t out = i / (channels * pixels), channel = i / pixels % channels, pixel = i % pixels;
        to[(out * pixels + pixel) * channels + channel] = values[static_cast<std::size_t>(i)];
    }
}

} // namespace

ImportedBackbone importBackbone(const SafetensorsFile& tensors, const std::string& name, BackboneOrigin origin) {
    const std::vector<Fit> fits = fitsOf(tensors, origin.scheme);
    const Fit& fit = chosen(fits, origin.file);
    ImportedBackbone imported;
    Backbone& backbone = imported.backbone;
    origin.scheme = fit.scheme->name;
    backbone = {.name = name.empty() ? fit.scheme->network : name,
                .blueprint = blueprintOf(*fit.scheme, classesIn(tensors, *fit.scheme)),
                .weights = {},
                .origin = std::move(origin)};
    backbone.weights.resize(static_cast<std::size_t>(backbone.blueprint.flatSize));
    for (const Slice& slice : backbone.blueprint.slices)
        copySlice(*tensors.find(publishedName(*fit.scheme, backbone.blueprint, slice)), slice, backbone.origin.file,
                  backbone.weights.data() + slice.offset);
    imported.matched = static_cast<int>(fit.found.size());
    const std::set<std::string> used(fit.found.begin(), fit.found.end());
    for (const NamedTensor& tensor : tensors.tensors)
        if (!used.contains(tensor.name) && !tensor.name.ends_with(".num_batches_tracked"))
            imported.unused.push_back(tensor.name);
    return imported;
}

namespace {

// What torch.save() writes, a zip or pickles, is known by its first bytes whatever the file is called. The header of
// safetensors comes behind its length.
bool isOfTorch(const std::filesystem::path& path, std::string_view bytes) {
    if (bytes.size() > 8 && bytes[8] == '{')
        return false;
    return bytes.starts_with("PK") || bytes.starts_with('\x80') || path.extension() == ".pth" ||
           path.extension() == ".pt" || path.extension() == ".bin";
}

// Of the backbone that has the name already.
std::optional<BackboneOrigin> otherOrigin(const Backbone& backbone) {
    const std::vector<std::string> names = backboneNames();
    if (std::ranges::find(names, backbone.name) == names.end())
        return std::nullopt;
    try {
        return loadBackbone(backbone.name).origin;
    } catch (const Error&) {
        return backbone.origin; // damaged: it is replaced
    }
}

} // namespace

std::optional<ImportedBackbone> importBackboneFile(const std::filesystem::path& path, const std::string& name,
                                                   BackboneOrigin origin, const std::stop_token& stop) {
    origin.file = path.filename().string();
    const std::string bytes = readFile(path);
    origin.sha256 = sha256(asBytes(bytes));
    const std::optional<SafetensorsFile> tensors =
        isOfTorch(path, bytes) ? readTorchFile(path, stop) : readSafetensors(path);
    return tensors ? std::optional(importBackbone(*tensors, name, std::move(origin))) : std::nullopt;
}

std::string freeBackboneName(const Backbone& backbone) {
    Backbone named{.name = backbone.name, .blueprint = {}, .weights = {}, .origin = backbone.origin};
    for (int number = 2;; ++number) {
        const std::optional<BackboneOrigin> other = otherOrigin(named);
        if (!other || other->sha256 == named.origin.sha256)
            return named.name;
        named.name = backbone.name + '-' + std::to_string(number);
    }
}

void keepBackbone(Backbone backbone) {
    if (const std::optional<BackboneOrigin> there = otherOrigin(backbone)) {
        const BackboneOrigin& other = *there;
        if (other.sha256 != backbone.origin.sha256)
            throw usageError(
                Text::tr("There is a backbone '%1' already, from a file with the SHA-256 %2. Remove it, or "
                         "give this one another name.",
                         backbone.name, other.sha256));
        if (backbone.origin.source.empty())
            backbone.origin.source = other.source;
        if (backbone.origin.licence.empty())
            backbone.origin.licence = other.licence;
    }
    saveBackbone(backbone);
}

} // namespace belfry
