// Converts a picture from a file or the clipboard to the input of a network. No state; any thread; free of torch.
#pragma once

#include "core/formats/image.h"
#include "core/train/snapshot.h"

#include <filesystem>

namespace belfry {

// Whether the network, or one for such data, recognises handwriting, so that the drawing pad is useful: 28x28 grey, and
// every class is one character ("0", "A").
bool readsHandwriting(const Snapshot& snapshot);
bool readsHandwriting(const ImageShape& shape, const std::vector<std::string>& classes);

// An image of the snapshot's shape, uint8 height x width x channels. Handwriting is placed like MNIST's
// (renderPicture); other pictures are resized as in image folders. Empty if the handwriting is blank.
std::vector<std::uint8_t> pictureFor(const Snapshot& snapshot, const DecodedImage& picture);

// The same of an encoded file's bytes, and of a file, in the way of image folders (readResized). Throws what
// readImage() does, and Error(Data) for blank handwriting; blocks for the disk.
std::vector<std::uint8_t> pictureIn(std::span<const std::uint8_t> bytes, const std::string& source,
                                    const Snapshot& snapshot);
std::vector<std::uint8_t> pictureIn(const std::filesystem::path& file, const Snapshot& snapshot);

} // namespace belfry
