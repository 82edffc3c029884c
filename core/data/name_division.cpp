#include "core/data/name_division.h"

#include "core/base/random.h"
#include "core/base/text_hash.h"
#include "core/data/source.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <ranges>

namespace belfry {
namespace {

constexpr std::int64_t kFewestDivided = 3; // pictures of a class: one for each split

} // namespace

std::uint64_t nameHash(std::uint64_t seed, std::string_view name) {
    RandomStream stream(seed, Purpose::Split, fnv1a(name)); // makes its bits uniform
    const std::uint64_t high = stream.next();
    return high << 32 | stream.next();
}

NameDivision::NameDivision(std::size_t parts, std::uint64_t seed) : seed_(seed), have_(parts + 1) {}

std::size_t NameDivision::partOf(std::uint64_t hash) const {
    constexpr std::uint64_t kShare = std::numeric_limits<std::uint64_t>::max() / std::uint64_t{kSplitPart} + 1;
    const std::size_t share = hash / kShare, parts = have_.size() - 1;
    return share < parts ? parts - share : 0;
}

void NameDivision::add(const std::vector<std::string>& names, const PicturesByClass& pictures) {
    Piece piece{.hash = nameHash(seed_, names.front()), .part = 0};
    piece.part = partOf(piece.hash);
    for (const std::string& name : names | std::views::drop(1)) {
        const std::uint64_t hash = nameHash(seed_, name);
        if (partOf(hash) != piece.part)
            piece.part = 0;
        piece.hash = std::min(piece.hash, hash);
    }
    for (const auto& [label, count] : pictures) {
        classes_.push_back({pieces_.size(), label, count});
        have_[piece.part][label] += count;
    }
    pieces_.push_back(piece);
}

std::vector<std::size_t> NameDivision::parts() {
    PicturesByClass all;
    for (const PiecesClass& of : classes_)
        all[of.label] += of.pictures;
    for (const auto& [label, count] : all)
        if (have_[0][label] == 0)
            learnFromGreatest(label);
    for (std::size_t part = have_.size() - 1; part > 0; --part)
        for (const auto& [label, count] : all)
            if (count >= kFewestDivided && have_[part][label] == 0)
                giveLeast(label, part);
    std::vector<std::size_t> found;
    for (const Piece& piece : pieces_)
        found.push_back(piece.part);
    return found;
}

void NameDivision::move(std::size_t piece, std::size_t part) {
    for (const PiecesClass& of : std::ranges::equal_range(classes_, piece, {}, &PiecesClass::piece)) {
        have_[pieces_[piece].part][of.label] -= of.pictures;
        have_[part][of.label] += of.pictures;
    }
    pieces_[piece].part = part;
}

// Each of its classes keeps a picture there.
bool NameDivision::canBeSpared(std::size_t piece) const {
    const PicturesByClass& there = have_[pieces_[piece].part];
    return std::ranges::all_of(std::ranges::equal_range(classes_, piece, {}, &PiecesClass::piece),
                               [&there](const PiecesClass& of) { return there.at(of.label) > of.pictures; });
}

void NameDivision::learnFromGreatest(int label) {
    std::optional<std::size_t> greatest;
    for (const PiecesClass& of : classes_)
        if (of.label == label && (!greatest || pieces_[of.piece].hash > pieces_[*greatest].hash))
            greatest = of.piece;
    move(*greatest, 0);
}

// From the remainder, or a part whose turn comes later; else the greatest that a part before it can spare.
void NameDivision::giveLeast(int label, std::size_t part) {
    std::optional<std::size_t> least, greatest;
    for (const PiecesClass& of : classes_) {
        const Piece& piece = pieces_[of.piece];
        if (of.label != label || piece.part == part)
            continue;
        const bool comesLater = piece.part > 0 && piece.part < part, spared = comesLater || canBeSpared(of.piece);
        if (spared && piece.part < part && (!least || piece.hash < pieces_[*least].hash))
            least = of.piece;
        if (spared && piece.part > part && (!greatest || piece.hash > pieces_[*greatest].hash))
            greatest = of.piece;
    }
    if (least || greatest)
        move(least ? *least : *greatest, part);
}

} // namespace belfry
