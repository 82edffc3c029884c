// The personal test set: what somebody drew on the pad and kept with its label. One PNG per drawing in a folder per
// class (FOLDER/7/3f9a….png), so it is a folder of pictures like any other (data/class_folders.h). No state; any
// thread; blocks for the disk.
#pragma once

#include "core/data/dataset.h"
#include "core/formats/image.h"
#include "core/train/snapshot.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// drawings/ in the user's data folder. Not created.
std::filesystem::path drawingsFolder();

// Writes the picture, whole or not at all, and returns its file, which is named by what is in it: kept twice with one
// label it is there once. Throws Error(Io), and Error(Usage) for a label that no folder can be called.
std::filesystem::path keepDrawing(const std::filesystem::path& folder, const std::string& label,
                                  const DecodedImage& picture);
// Throws Error(Io). A file that is gone already is no error.
void removeDrawing(const std::filesystem::path& file);

// The drawings that a network can be tested with.
struct KeptDrawings {
    std::vector<std::filesystem::path> files; // by image number: by class, then by name
    std::shared_ptr<const ImageStore> images; // of the network's shape and labels
    std::vector<DataIssue> issues;            // what was left out, and why
};
// Those of the network's classes, as they are where they have its shape, else brought to it as pictures are
// (predict/network_picture.h). A folder that does not exist holds none. Throws Error(Io) for one that cannot be read.
KeptDrawings keptDrawings(const Snapshot& snapshot, const std::filesystem::path& folder = drawingsFolder());

} // namespace belfry
