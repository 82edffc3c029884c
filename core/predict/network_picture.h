// What a network gets of a picture from a file or the clipboard. No state; any thread; free of torch.
#pragma once

#include "core/formats/image.h"
#include "core/train/snapshot.h"

namespace belfry {

// Whether the network reads what is written by hand, so that drawing for it makes sense: 28x28 grey, and every class is
// one character ("0", "A").
bool readsHandwriting(const Snapshot& snapshot);

// One image of the snapshot's shape, uint8 height x width x channels: handwriting is placed as MNIST's is
// (renderPicture), any other picture is stretched to the size, as folders of pictures are read. Empty when the
// handwriting is blank.
std::vector<std::uint8_t> pictureFor(const Snapshot& snapshot, const DecodedImage& picture);

} // namespace belfry
