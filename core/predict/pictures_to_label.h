// From files without a label to those that are worth labelling first. Blocks for the disk and the devices; one thread;
// free of torch.
#pragma once

#include "core/base/text.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct PictureToLabel {
    std::string file;
    int answer = 0; // the network's
    float confidence = 0;
};

struct PicturesToLabel {
    std::vector<PictureToLabel> pictures; // the first is worth most; none when stopped
    std::vector<Text> issues;             // files that were left out
};

// Of pictures and folders of pictures, as labelNext() chooses them. Throws Error(Usage) for a place that does not exist
// and for a network without features, Error(Data) where there is no picture. onProgress: the part done, 0 to 1.
PicturesToLabel picturesToLabel(const Snapshot& snapshot, const std::vector<std::string>& places, std::int64_t count,
                                std::uint64_t seed, const std::stop_token& stop = {},
                                const std::function<void(double)>& onProgress = {});

struct AddedPicture {
    std::filesystem::path file;
    bool copied = false; // else it was there already
};
// Copies the picture into its class's sub-folder of a folder of classes (of "train" where that has them). A file of
// this name with the same bytes is taken for it; beside one with other bytes the copy is called "name 2.jpg". No file
// is written over. Throws Error(Usage) for a class without a sub-folder, Error(Io).
AddedPicture addToClass(const std::filesystem::path& folder, const std::string& className,
                        const std::filesystem::path& picture);

} // namespace belfry
