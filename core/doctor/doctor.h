// Examines a data set: labels that are probably wrong, near copies, pictures that look wrong, classes that are mixed
// up. It changes nothing. Free of torch; blocks for the disk and the devices.
#pragma once

#include "core/doctor/picture_faults.h"
#include "core/train/prepare.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct ExaminedPicture {
    int split = 0;          // 0: train, 1: validation, 2: test
    std::int64_t index = 0; // in it
    std::string file;       // below the data set's folder; "": it has none of its own
    int label = 0;
};

struct SuspectPicture {
    std::size_t picture = 0; // index into DoctorReport::pictures, as below
    int proposed = 0;
    double doubt = 0; // logarithm of how much more probable the proposed label is
};

struct CopiedPictures {
    std::vector<std::size_t> pictures;
    bool acrossSplits = false, acrossClasses = false;
};

struct FaultyPicture {
    std::size_t picture = 0;
    PictureFault fault = PictureFault::Empty;
};

// Of two classes that the features hardly tell apart.
struct ConfusedClasses {
    int first = 0, second = 0;
    double share = 0; // of both classes' pictures that were taken for the other one
};

struct DoctorReport {
    std::vector<ExaminedPicture> pictures; // that can be decoded; the others are issues() of the data set
    bool checkedLabels = false;            // there was a backbone
    std::vector<SuspectPicture> suspects;  // the most doubtful first
    std::vector<CopiedPictures> copies;    // those across splits first
    std::vector<FaultyPicture> faults;
    std::vector<ConfusedClasses> confused; // the worst first
    double accuracy = 0;                   // of heads on pictures that they have not seen
    double featureSeconds = 0, labelSeconds = 0, copySeconds = 0;
};

// Gives the plan the backbone that it names, else efficientnet-lite0, else the first that is there, with its network
// and normalisation. Where there is none, the plan stays without. Throws as loadBackbone().
void takeBackbone(Plan& plan);

enum class DoctorStage { Pictures, Features, Labels, Copies };

// The plan says how the data was opened, and with which backbone ("": labels are not checked) on which devices. Needs
// the features in memory: 5 KB a picture for efficientnet-lite0, and as much again beside it. onProgress: part of a
// stage, 0 to 1, on this thread. None when stopped. Throws what requireClasses() of
// train/prepare.h throws.
std::optional<DoctorReport> examine(const Plan& plan, const DataSet& data, const std::stop_token& stop = {},
                                    const std::function<void(DoctorStage, double)>& onProgress = {});

} // namespace belfry
