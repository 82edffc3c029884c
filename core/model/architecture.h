// A network as a value, which reads and writes as lines of text and as JSON. It knows no sizes of data: the same
// Architecture becomes a Blueprint for MNIST or for CIFAR-10 (blueprint.h). Plain values; any thread.
#pragma once

#include "core/model/layer.h"

#include <nlohmann/json_fwd.hpp>

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace belfry {

// Begins a block, whose lines up to its BlockEnd stand for `repeats` times as many, one after the other.
struct BlockStart {
    std::string name; // in messages and pictures
    int width = 0;    // which filters of its layers may be; 0: it has none
    int repeats = 1;
    bool checkpoint = false; // backward computes its activations again, which are not kept meanwhile
    bool operator==(const BlockStart&) const = default;
};
struct BlockEnd {
    bool operator==(const BlockEnd&) const = default;
};

// By it a line means what its block gets, each time it is repeated, or outside of blocks the picture.
constexpr std::string_view kInputName = "input";

// A line of a network: a layer, or where a block begins or ends. Each gets what the line before gave, unless it says
// otherwise: that makes a graph of the lines. Names count from their line to the end of the block that it stands in.
// Where a line stood in the text that it was read from, from 1; 0: in none. Two lines are equal wherever they stood.
struct PlaceInText {
    int line = 0;
    bool operator==(const PlaceInText&) const { return true; }
};

struct Line {
    using Content = std::variant<Layer, BlockStart, BlockEnd>;
    Content content;
    std::string from; // by name, whose output it gets; "": of the line before. Not of a BlockEnd
    std::string as;   // the name of what it gives; "": none. Not of a BlockStart
    PlaceInText place;

    template <typename Given>
    requires std::constructible_from<Content, Given> Line(Given given, std::string getsFrom = {},
                                                          std::string isNamed = {})
        : content(std::move(given)), from(std::move(getsFrom)), as(std::move(isNamed)) {}
    const Layer* layer() const { return std::get_if<Layer>(&content); } // null: it is no layer
    bool operator==(const Line&) const = default;
};

struct Architecture {
    std::string name;
    std::vector<Line> lines;
    bool operator==(const Architecture&) const = default;
};

// Whether a line may be named so: a letter, then at most 39 letters, digits, - and _.
bool isName(std::string_view text);
constexpr int kLineIndent = 2; // spaces, for each block that a line stands in

// "conv 6 5x5 relu": how a layer is written in text, messages and pictures.
std::string layerText(const Layer& layer);
// The same with its names, "conv 6 5x5 relu as trunk"; "block residual 64 x3 {" and "}".
std::string lineText(const Line& line);
// The lines, those of blocks indented. architectureFromText(architectureText(a)) == a. Throws Error(Usage) naming line
// and word.
std::string architectureText(const Architecture& architecture);
Architecture architectureFromText(std::string_view name, std::string_view text);

// The same lines one by one, as a plan keeps them. Throws Error(Usage) naming the layer's number and the word.
std::vector<std::string> layerLines(const Architecture& architecture);
Architecture architectureFromLines(std::string_view name, std::span<const std::string> lines);

nlohmann::json toJson(const Architecture& architecture);
// Throws Error(Usage) with the layer's number and field for anything that is not an architecture.
Architecture architectureFromJson(const nlohmann::json& json);

} // namespace belfry
