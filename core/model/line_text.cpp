// The grammar of a network's lines around that of layers (layer_text.cpp): blocks, and the names by which a line gets
// what another gave.
#include "core/model/line_text.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/base/number_in.h"
#include "core/model/layer_kind.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>

namespace belfry {
namespace {

constexpr const char *kBlock = "block", *kOpen = "{", *kClose = "}";
constexpr std::size_t kLongestName = 40;

std::vector<std::string> wordsOf(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

// The name that stands after `word`, taken out of the words; "": the word is not there. Names come after all else.
std::string takeName(std::vector<std::string>& words, const char* word, const Text& where) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
        return {};
    if (found + 1 == words.end())
        refuseLine(where, Text::tr("the line ends where a name was expected after '%1'.", std::string(word)));
    const std::string name = *(found + 1);
    if (!isName(name))
        refuseLine(where,
                   Text::tr("found '%1' after '%2'; expected a name: a letter, then at most 39 letters, digits, - "
                            "and _.",
                            name.substr(0, 80), std::string(word)));
    words.erase(found, found + 2);
    return name;
}

constexpr const char* kCheckpoint = "checkpoint";

// "block residual 64 x3 checkpoint {"
BlockStart blockFrom(std::vector<std::string> words, const Text& where) {
    const auto refuseShape = [&](const std::string& found) {
        refuseLine(where,
                   Text::tr("found '%1'; expected a block such as 'block residual 64 x3 {': its name, and where it "
                            "has them the width of its layers, how often it is repeated, and 'checkpoint'.",
                            found.substr(0, 80)));
    };
    BlockStart block;
    if (words.size() < 3 || words.back() != kOpen || !isName(words[1]))
        refuseShape(joined(words, " "));
    block.name = words[1];
    if (words.size() > 3 && words[words.size() - 2] == kCheckpoint) {
        block.checkpoint = true;
        words.erase(words.end() - 2);
    }
    for (std::size_t i = 2; i + 1 < words.size(); ++i) {
        const bool repeats = words[i].starts_with('x');
        int& number = repeats ? block.repeats : block.width;
        const auto value = numberIn<int>(repeats ? words[i].substr(1) : words[i]);
        const bool second = repeats ? i > 2 && words[i - 1].starts_with('x') : i > 2;
        if (!value || second)
            refuseShape(words[i]);
        number = *value;
        if (number < 1)
            refuseLine(where, Text::tr("found %1; at least 1 is needed.", words[i]));
    }
    return block;
}

std::string named(std::string text, const Line& line) {
    if (!line.from.empty())
        text += " from " + line.from;
    if (!line.as.empty())
        text += " as " + line.as;
    return text;
}

} // namespace

void refuseLine(const Text& where, const Text& what) { throw usageError(Text::tr("%1: %2", where, what)); }

bool isName(std::string_view text) {
    const auto follows = [](unsigned char letter) { return std::isalnum(letter) || letter == '-' || letter == '_'; };
    return !text.empty() && text.size() <= kLongestName && std::isalpha(static_cast<unsigned char>(text.front())) &&
           std::ranges::all_of(text, follows);
}

std::string lineText(const Line& line) {
    if (const auto* block = std::get_if<BlockStart>(&line.content)) {
        std::string text = std::string(kBlock) + " " + block->name;
        if (block->width > 0)
            text += " " + std::to_string(block->width);
        if (block->repeats > 1)
            text += " x" + std::to_string(block->repeats);
        if (block->checkpoint)
            text += std::string(" ") + kCheckpoint;
        return named(std::move(text), line) + " " + kOpen;
    }
    return named(line.layer() ? layerText(*line.layer()) : kClose, line);
}

Line lineFromText(const std::string& text, const Text& where) {
    std::vector<std::string> words = wordsOf(text);
    const std::string first = words.empty() ? std::string() : words.front();
    const std::string from = takeName(words, "from", where), as = takeName(words, "as", where);
    if (first == kBlock) {
        if (!as.empty())
            refuseLine(where,
                       Text::tr("found a name after 'as'; what a block gives is named where it ends: '} as %1'.", as));
        return {blockFrom(words, where), from, {}};
    }
    if (first == kClose) {
        if (words.size() > 1 || !from.empty())
            refuseLine(where, Text::tr("found '%1' where the line should end.", words.size() > 1 ? words[1] : "from"));
        return {BlockEnd(), {}, as};
    }
    return {layerFromText(joined(words, " "), where), from, as};
}

} // namespace belfry
