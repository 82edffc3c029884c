// From published weights to a backbone. No state; any thread.
#pragma once

#include "core/backbones/backbone.h"
#include "core/formats/safetensors.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct ImportedBackbone {
    Backbone backbone;
    int matched = 0;                 // tensors of the file
    std::vector<std::string> unused; // the others, but for counts of batches
};

// A state dictionary of one of the networks of published_names.h. scheme: its name there, "" to take the one that fits.
// Throws Error(Data) that says what fits best, how much of it is there and what is not; Error(Usage) for a scheme that
// there is not, and where several fit.
ImportedBackbone importBackbone(const SafetensorsFile& tensors, const std::string& name, BackboneOrigin origin);

// The same of a file: safetensors, or what torch.save() wrote (torch_file.h), by its first bytes and its ending.
// origin: what the caller knows of it; its name and SHA-256 are filled in. Blocks for the disk, and for another
// program; none when stopped.
std::optional<ImportedBackbone> importBackboneFile(const std::filesystem::path& path, const std::string& name,
                                                   BackboneOrigin origin, const std::stop_token& stop = {});

// Keeps it; source and licence that are not stated are those of the same file before. Throws Error(Usage) where another
// file's weights have its name already, and as saveBackbone().
void keepBackbone(Backbone backbone);

// Its own name; where another file's weights have that, the first free one with a number: "resnet-18-2". The same file
// gets the name under which it is kept already.
std::string freeBackboneName(const Backbone& backbone);

} // namespace belfry
