// The personal test set: drawings that the user saved with a label. One PNG per drawing in a folder per class
// (FOLDER/7/3f9a….png): an image folder (data/class_folders.h). No state; any thread; blocks for the disk.
#pragma once

#include "core/data/dataset.h"
#include "core/formats/image.h"
#include "core/train/snapshot.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// drawings/ in the user's data folder. Does not create it.
std::filesystem::path drawingsFolder();

// Writes the picture atomically and returns its file. The name is a hash of the contents, so saving a picture twice
// with the same label gives one file. Throws Error(Io), and Error(Usage) for a label that is not a valid folder name.
std::filesystem::path keepDrawing(const std::filesystem::path& folder, const std::string& label,
                                  const DecodedImage& picture);
// Throws Error(Io). A missing file is not an error.
void removeDrawing(const std::filesystem::path& file);

// The saved drawings for a network.
struct KeptDrawings {
    std::vector<std::filesystem::path> files; // by image number: by class, then by name
    std::shared_ptr<const ImageStore> images; // of the network's shape and labels
    std::vector<DataIssue> issues;            // drawings that were omitted, with the reasons
};
// The drawings of the network's classes, converted to its shape if needed (predict/network_input.h). A folder that does
// not exist has none. Throws Error(Io) for a folder that cannot be read.
KeptDrawings keptDrawings(const Snapshot& snapshot, const std::filesystem::path& folder = drawingsFolder());

} // namespace belfry
