// Weights as a safetensors file that says what it is: one tensor per slice ("conv2.weight", convolutions in OHWI), and
// in the metadata everything that a network needs to be built again. No state; any thread; blocks for the disk.
#pragma once

#include "core/train/snapshot.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace belfry {

// Metadata keys that are written: format ("belfry-weights"), version ("1"), architecture (JSON), image (JSON: height,
// width, channels), classes (JSON list of names), data, step, source, input (JSON: augmentation, normalisation, by the
// names of plans: what becomes of the bytes before the first layer), and average_decay when the weights are a moving
// average; beside an average, tensors named "last.conv2.weight" may hold the last step's own weights. A checkpoint
// (snapshot.training) also has what runs/training_state_file.h says. "crc32" sums up the tensors' bytes: a file that
// has it and agrees was written to its end. `extra` may add others, and never replaces one of these. Whole or not at
// all. Throws Error(Io).
void saveSnapshot(const std::filesystem::path& path, const Snapshot& snapshot,
                  const std::map<std::string, std::string>& extra = {});

// Throws Error(Data) naming the file and, for a tensor that is missing, surplus or of another shape, its name, what was
// found and what is expected.
std::shared_ptr<const Snapshot> loadSnapshot(const std::filesystem::path& path);

// With the state of the training; throws for weights without one too, such as the best ones.
std::shared_ptr<const Snapshot> loadCheckpoint(const std::filesystem::path& path);

} // namespace belfry
