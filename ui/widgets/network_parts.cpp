#include "ui/widgets/network_parts.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

// Goes along the lines, and takes the layers that they became.
class PartReader {
public:
    explicit PartReader(const Blueprint& blueprint)
        : lines_(blueprint.architecture.lines), layers_(blueprint.layers), blockOf_(lines_.size(), -1) {
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (const auto* start = std::get_if<BlockStart>(&lines_[line].content)) {
                blockOf_[line] = static_cast<int>(tree_.blocks.size());
                tree_.blocks.push_back({.name = start->name, .repeats = start->repeats});
            }
        tree_.shown.resize(layers_.size());
    }

    NetworkParts read() {
        tree_.parts = run(0, lines_.size());
        return std::move(tree_);
    }

private:
    std::vector<NetworkPart> run(std::size_t begin, std::size_t end) {
        std::vector<NetworkPart> parts;
        for (std::size_t line = begin; line < end && next_ < layers_.size(); ++line) {
            if (lines_[line].layer() != nullptr) {
                tree_.shown[next_] = static_cast<int>(next_);
                parts.push_back({.layer = static_cast<int>(next_++)});
            } else if (blockOf_[line] >= 0) {
                const std::size_t last = endOf(line);
                parts.push_back(block(line, last));
                line = last;
            }
        }
        return parts;
    }

    NetworkPart block(std::size_t line, std::size_t last) {
        const int number = blockOf_[line];
        NetworkBlock& block = tree_.blocks[static_cast<std::size_t>(number)];
        const std::size_t first = next_;
        NetworkPart part{.block = number, .body = run(line + 1, last)};
        const std::size_t once = next_ - first;
        for (; next_ < std::min(first + once * static_cast<std::size_t>(block.repeats), layers_.size()); ++next_)
            tree_.shown[next_] = tree_.shown[first + (next_ - first) % once];
        block.first = static_cast<int>(first);
        block.end = static_cast<int>(next_);
        return part;
    }

    std::size_t endOf(std::size_t start) const {
        int depth = 0;
        for (std::size_t line = start; line < lines_.size(); ++line) {
            depth += blockOf_[line] >= 0 ? 1 : 0;
            depth -= std::holds_alternative<BlockEnd>(lines_[line].content) ? 1 : 0;
            if (depth == 0)
                return line;
        }
        return lines_.size();
    }

    const std::vector<Line>& lines_;
    const std::vector<BlueprintLayer>& layers_;
    std::vector<int> blockOf_; // by line
    NetworkParts tree_;
    std::size_t next_ = 0; // layer
};

} // namespace

NetworkParts partsOf(const Blueprint& blueprint) { return PartReader(blueprint).read(); }

} // namespace belfry
