// Divides the pictures of a folder or list into splits. No state; any thread; free of the disk.
#pragma once

#include "core/data/streamed_store.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

// Which pictures stay in one split, so that none is tested that was nearly trained on.
enum class Grouping {
    Listed,  // those of one group, where a list of pictures names groups
    Folders, // those of one sub-folder of a class
    Frames,  // of one folder those whose names differ in the last number alone, as frames of one film do
};

std::vector<std::string> groupingNames();        // by enumerator: "listed", "folders", "frames"
Grouping groupingNamed(const std::string& name); // "": Listed. Throws Error(Usage) with the known names

// What assigns pictures to splits.
enum class SplitRule {
    ByName,  // a hash of the picture's name, or its group's: each keeps its split when others are added or removed
    ByCount, // as many of each class as its number says, drawn again when that changes; of runs before ByName
};

std::vector<std::string> splitRuleNames();         // by enumerator: "name", "count"
SplitRule splitRuleNamed(const std::string& name); // "": ByName. Throws Error(Usage) with the known names

struct PictureSplitting {
    SplitRule rule = SplitRule::ByName;
    std::size_t parts = 0; // beside the remainder
    std::uint64_t seed = 1;
    Grouping grouping = Grouping::Listed;
    int classDepth = 1; // the folders from the root to a class; 0: there are no folders of classes
    std::vector<std::vector<std::string>> together{}; // more groups, as paths
};

// The numbers of the files in the remainder (element 0) and in each part, ascending. Each part gets a tenth of each
// class, at least one picture of a class with three or more, chosen by the seed. `files` are sorted by folder. Groups
// stay whole: a class of one group has no pictures in a part.
// ByName: about a tenth, and data/name_division.h says when a picture moves nevertheless. Of a set of `together` whose
// pictures are in several parts, all are in the remainder.
// ByCount: a part gets exactly a tenth, of groups those that fit, and the smallest one of a class of which none fits.
// Where there are only sets of `together`, all other pictures stay where they are without them.
std::vector<std::vector<std::int64_t>> splitPictures(const std::vector<PictureFile>& files,
                                                     const PictureSplitting& splitting);

// The groups that have pictures in more than one of the given splits.
std::int64_t groupsAcross(const std::array<std::vector<PictureFile>, 3>& splits, const PictureSplitting& splitting);

} // namespace belfry
