// Backbones: networks with weights that somebody trained on many pictures, to start one's own from. Each is one file in
// the user's data folder, with its origin. No state; any thread; blocks for the disk.
#pragma once

#include "core/model/blueprint.h"

#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

// Where weights came from.
struct BackboneOrigin {
    std::string file;    // its name, "efficientnet-lite0-57934424.pth"
    std::string sha256;  // of that file
    std::string scheme;  // of its names (published_names.h)
    std::string source;  // a package or address; "" where the user gave the file alone
    std::string licence; // as its source states it; "": not stated
    bool operator==(const BackboneOrigin&) const = default;
};

struct Backbone {
    std::string name;           // "efficientnet-lite0"
    Blueprint blueprint;        // for pictures of the size it was trained on, and its own classes
    std::vector<float> weights; // blueprint.flatSize floats
    BackboneOrigin origin;
};

// userDataFolder() / "backbones".
std::filesystem::path backboneFolder();

// The file of that name. Throws Error(Usage) for a name that can be no file's.
std::filesystem::path backboneFile(const std::string& name);

// Names of the backbones that are there, sorted. None where the folder is missing.
std::vector<std::string> backboneNames();

// Atomic; another of that name is replaced. Throws Error(Io).
void saveBackbone(const Backbone& backbone);

// Throws Error(Usage) with the nearest name that is there, or how to add one; Error(Data) for a damaged file.
Backbone loadBackbone(const std::string& name);

// Throws Error(Usage) as loadBackbone(), and Error(Io).
void removeBackbone(const std::string& name);

} // namespace belfry
