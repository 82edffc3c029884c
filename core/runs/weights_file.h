// Weights as a self-describing safetensors file: one tensor per slice ("conv2.weight", convolutions in OHWI); the
// metadata have everything needed to build the network. No state; any thread; blocks for the disk.
#pragma once

#include "core/train/snapshot.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace belfry {

// Metadata keys: format ("belfry-weights"), version ("1"), architecture (JSON), image (JSON: height,
// width, channels), classes (JSON list of names), data, step, source, input (JSON: augmentation, normalisation, by the
// names of plans), split_by (absent: as in earlier versions), average_decay if the weights are an average, and
// temperature if there is one. The last step's own weights may then be in tensors named "last.conv2.weight". A
// checkpoint (snapshot.training) also has the training state (weights_file.cpp). "crc32" is the checksum of the
// tensors' bytes, which proves that the file is complete. `extra` may add further keys, but not replace these. Atomic.
// Throws Error(Io).
void saveSnapshot(const std::filesystem::path& path, const Snapshot& snapshot,
                  const std::map<std::string, std::string>& extra = {});

// Throws Error(Data) with the file's name. For a tensor that is missing, unexpected or of another shape, the message
// has its name, what was found and what is expected.
std::shared_ptr<const Snapshot> loadSnapshot(const std::filesystem::path& path);

// With the training state. Also throws for weights without it, such as the best ones.
std::shared_ptr<const Snapshot> loadCheckpoint(const std::filesystem::path& path);

} // namespace belfry
