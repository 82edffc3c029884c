// Which pictures a run was trained, validated and tested on: hashes of their names, in pictures.json of its folder.
// A folder of pictures may grow or shrink afterwards. No state; any thread; blocks for the disk.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace belfry {

// Before a run is trained, or goes on. Pictures that it was trained on before stay so. Nothing for images that have no
// names. Throws Error(Io).
void recordPictures(const std::filesystem::path& run, const DataSet& data);

// The pictures that a run's branch was trained on before it. Throws Error(Io).
void copyPictures(const std::filesystem::path& from, const std::filesystem::path& to);

// From the last step that the run recorded: it says how many images its epochs are. 0: not known.
std::int64_t trainedImagesOf(const std::filesystem::path& run);

struct RunPictures {
    std::shared_ptr<const DataSet> data;
    Text remark; // how its pictures differ from those at the training; "": they do not
};

// The data of a snapshot of the run, as it is now. A validation or test picture that the run was trained on is left
// out. Runs without the record, and weights without a run (""), are compared by the number of their pictures, or not at
// all. Throws Error(Data) like checkFits(), and if no validation or test picture is left.
RunPictures picturesFor(const std::filesystem::path& run, const Snapshot& snapshot,
                        std::shared_ptr<const DataSet> data);
// The same for a run over several processes, where all must keep the same pictures: none is left out.
Text remarkOnPictures(const std::filesystem::path& run, const Snapshot& snapshot, const DataSet& data);

} // namespace belfry
