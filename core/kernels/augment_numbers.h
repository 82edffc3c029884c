// The operations of an augmentation with their numbers, for host and device. model/augmentation.h has their words,
// kernels/augment_operations.h what they do. Plain values.
#pragma once

#include "core/kernels/host_device.h"

#include <cstdint>

namespace belfry {

// In the order in which they are applied, however they are written. Each stands at most once.
enum class AugmentOperation {
    ResizedCrop,   // A B: a part of the picture of A to B of its area, 3/4 to 4/3 as wide as high, enlarged to its size
    PadCrop,       // N: zeros around, then a crop of the picture's size at random (ResNet, section 4.2)
    Shift,         // N: -N to N whole pixels in each direction, mirrored at the edges (airbench's translate)
    Flip,          // left and right exchanged in half of the pictures
    AlternateFlip, // in half of the pictures in epoch 0, in the others in epoch 1, and so on (airbench)
    RandAugment,   // N M: N operations drawn from fourteen, each with magnitude M of 30 (rand_augment.h)
    Jitter, // B C S H: brightness, contrast, saturation times 1 - X to 1 + X, hue turned by -H to H of its circle
    Erase,  // N: an N x N square inside the picture gets the picture's mean colour (airbench's cutout)
    Mixup,  // A: blended with the next picture of the epoch, by a share of Beta(A, A) (augment_mix.h)
    Cutmix, // A: a box of the next picture, of a share of Beta(A, A) of the area; with Mixup: one of the two is drawn
};
inline constexpr int kAugmentOperations = 10, kAugmentNumbers = 4; // of an operation, at most

struct AugmentOperations {
    float numbers[kAugmentOperations][kAugmentNumbers] = {};
    bool present[kAugmentOperations] = {};

    BELFRY_HD bool has(AugmentOperation operation) const { return present[static_cast<int>(operation)]; }
    BELFRY_HD float number(AugmentOperation operation, int which = 0) const {
        return numbers[static_cast<int>(operation)][which];
    }
    // Whether each picture is mixed with the next one of its epoch, and so are their labels.
    BELFRY_HD bool mix() const { return has(AugmentOperation::Mixup) || has(AugmentOperation::Cutmix); }
    BELFRY_HD int whole(AugmentOperation operation) const { return static_cast<int>(number(operation)); } // 0: absent

    bool operator==(const AugmentOperations& other) const { // written out: nvcc reads this as C++17
        for (int row = 0; row < kAugmentOperations; ++row) {
            if (present[row] != other.present[row])
                return false;
            for (int which = 0; which < kAugmentNumbers; ++which)
                if (numbers[row][which] != other.numbers[row][which])
                    return false;
        }
        return true;
    }
};

} // namespace belfry
