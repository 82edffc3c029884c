// Weights that torch.save() wrote (.pth, .pt). They are a pickle, which may run code: nothing of it is read by this
// program. Another one does, PyTorch's own reader for weights alone, in Python. Any thread.
#pragma once

#include "core/formats/safetensors.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>

namespace belfry {

// The state dictionary's tensors, as F32. Blocks for Python, up to the limit; none when stopped. Throws Error(Data)
// with the reason that PyTorch gives; Error(Io) where there is no Python with PyTorch. That is $BELFRY_TORCH_PYTHON,
// else that of the environment that LibTorch is in, else python3.
std::optional<SafetensorsFile> readTorchFile(const std::filesystem::path& path, const std::stop_token& stop = {},
                                             std::chrono::seconds limit = std::chrono::seconds(300));

} // namespace belfry
