// Divides pictures into splits by hashes of their names, so that a picture keeps its split when others are added or
// removed. Used by split_pictures.cpp. One thread; free of the disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

using PicturesByClass = std::map<int, std::int64_t>; // label to number

// Uniform over all 64 bits; the same on all machines, now and later: runs depend on it.
std::uint64_t nameHash(std::uint64_t seed, std::string_view name);

// A piece, which is a picture or a group that stays whole, gets its part by its hash alone: each part has a tenth of
// all hashes, the last part the least ones. Only where a class would then have nothing to learn from, or has three
// pictures and more and none in a part, a piece moves: the one with the greatest hash is learnt from, the one with the
// least goes to the last part, the next to the part before it; if none can be spared, a part gives its greatest. A
// piece that is added thus sends none from the remainder, part 0, to a part. Exceptions are the first pictures of a
// class, whose pieces all were below the threshold or fewer than three, and a part that lost its last piece of a class.
class NameDivision {
public:
    NameDivision(std::size_t parts, std::uint64_t seed);

    // names: of the piece's members, which may be equal. One whose members' names lead to several parts is learnt from.
    void add(const std::vector<std::string>& names, const PicturesByClass& pictures);
    std::vector<std::size_t> parts(); // of each piece, in the order in which they were added

private:
    struct Piece {
        std::uint64_t hash = 0; // the least of its names
        std::size_t part = 0;   // 0: the remainder
    };
    struct PiecesClass {
        std::size_t piece = 0;
        int label = 0;
        std::int64_t pictures = 0;
    };
    std::size_t partOf(std::uint64_t hash) const;
    void move(std::size_t piece, std::size_t part);
    bool canBeSpared(std::size_t piece) const;
    void learnFromGreatest(int label);
    void giveLeast(int label, std::size_t part);

    std::uint64_t seed_;
    std::vector<Piece> pieces_;
    std::vector<PiecesClass> classes_;  // of all pieces, sorted by piece
    std::vector<PicturesByClass> have_; // by part
};

} // namespace belfry
