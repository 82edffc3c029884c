// Answers files of pictures on all cores. Blocks for the disk; any thread; free of torch.
#pragma once

#include "core/base/text.h"
#include "core/predict/predictor.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

// The files as they are named, and in place of a folder the pictures below it, by name: what begins like one, and what
// is called one.
struct PictureFiles {
    std::vector<std::string> files;
    std::vector<Text> issues; // what could not be opened
};
PictureFiles pictureFilesAt(const std::vector<std::string>& places);

struct FileAnswer {
    std::string file;
    Prediction prediction; // without probabilities where there is a problem
    Text problem;          // why it cannot be read
};

// Calls tell() for each file, in their order, on the calling thread. Ends when told to stop.
void predictFiles(const std::shared_ptr<const Snapshot>& snapshot, std::span<const std::string> files,
                  const std::stop_token& stop, const std::function<void(const FileAnswer&)>& tell);

} // namespace belfry
