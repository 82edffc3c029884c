#include "core/model/augmentation.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/base/number_in.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace belfry {
namespace {

constexpr double kMostPixels = 1000; // of a move or a square: beyond any picture that is trained on

constexpr const char* kTo = ".."; // between the ends of a range

AugmentNumber alpha(double usual) { return {Text::tr("alpha"), 0.01, 100, usual}; } // Beta(alpha, alpha)

AugmentNumber pixels(double usual) { return {{}, 1, kMostPixels, usual, true}; }

Text expectedNumber(const AugmentNumber& info) {
    const Text min = Text::number(info.min), max = Text::number(info.max);
    return info.name.empty() ? Text::tr("a whole number from %1 to %2", min, max)
                             : Text::tr("%1 from %2 to %3", info.name, min, max);
}

// "'shift N' takes a whole number from 1 to 1000"
Text expectedNumbers(const AugmentOperationInfo& info) {
    if (info.numbers.empty())
        return Text::tr("'%1' takes no number", info.name);
    Text all = expectedNumber(info.numbers.front());
    for (std::size_t i = 1; i < info.numbers.size(); ++i)
        all = Text::tr("%1, %2", all, expectedNumber(info.numbers[i]));
    return Text::tr("'%1' takes %2", info.syntax, all);
}

[[noreturn]] void refuseNumbers(const AugmentOperationInfo& info, const std::string& found) {
    throw usageError(Text::tr("Augmentation '%1' cannot be: %2.", found.substr(0, 80), expectedNumbers(info)));
}

bool isNumber(const AugmentNumber& info, double value) {
    return value >= info.min && value <= info.max && (!info.whole || value == std::floor(value)); // a NaN is none
}

std::vector<std::string> partsOf(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
        parts.push_back(part);
    return parts;
}

std::vector<std::string> wordsIn(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

const AugmentOperationInfo& operationNamed(const std::string& word, const std::vector<std::string>& others) {
    const auto& table = augmentOperations();
    const auto found = std::ranges::find(table, word, &AugmentOperationInfo::name);
    if (found != table.end())
        return *found;
    if (std::ranges::find(others, word) != others.end())
        throw usageError(Text::tr("Augmentation '%1' stands alone; leave out the other operations.", word));
    std::vector<std::string> known = others;
    for (const AugmentOperationInfo& info : table)
        known.push_back(info.name);
    throw usageError(unknownName(Text::tr("augmentation"), word, known));
}

// The words after the first; of a range its ends.
std::vector<std::string> numbersOf(const AugmentOperationInfo& info, const std::vector<std::string>& words) {
    if (const std::size_t to = words.back().find(kTo); info.isRange && words.size() == 2 && to != std::string::npos)
        return {words[1].substr(0, to), words[1].substr(to + std::string_view(kTo).size())};
    return {words.begin() + 1, words.end()};
}

void add(AugmentOperations& operations, const std::string& text, const std::vector<std::string>& others) {
    const std::vector<std::string> words = wordsIn(text);
    if (words.empty())
        throw usageError(Text::tr("The augmentation has a comma with nothing before or after it; expected operations "
                                  "with single commas between them, such as 'flip, shift 2'."));
    const AugmentOperationInfo& info = operationNamed(words.front(), others);
    const auto row = static_cast<std::size_t>(info.operation);
    if (operations.present[row])
        throw usageError(Text::tr("Augmentation '%1' stands there twice; leave one out.", info.name));
    const std::vector<std::string> given = numbersOf(info, words);
    if (!given.empty() && given.size() != info.numbers.size())
        refuseNumbers(info, joined(words, " "));
    operations.present[row] = true;
    for (std::size_t i = 0; i < info.numbers.size(); ++i) {
        const double value = given.empty() ? info.numbers[i].usual : numberIn<double>(given[i]).value_or(NAN);
        if (!isNumber(info.numbers[i], value))
            refuseNumbers(info, joined(words, " "));
        operations.numbers[row][i] = static_cast<float>(value);
    }
    if (info.isRange && operations.numbers[row][0] > operations.numbers[row][1])
        refuseNumbers(info, joined(words, " "));
}

using Rows = std::vector<AugmentOperationInfo>;

Rows places() {
    return {
        {AugmentOperation::ResizedCrop,
         "resized-crop",
         "resized-crop A..B",
         {{Text::tr("the least part of the area"), 0.01, 1, 0.08}, {Text::tr("the largest"), 0.01, 1, 1}},
         true,
         Text::tr("Resized crop"),
         Text::tr("Enlarges a random part of the picture, of A to B of its area and 3/4 to 4/3 as wide as high, to the "
                  "size of the picture.")},
        {AugmentOperation::PadCrop,
         "pad-crop",
         "pad-crop N",
         {pixels(4)},
         false,
         Text::tr("Pad and crop"),
         Text::tr("Surrounds the picture with N black pixels, and crops it to its size at a random place.")},
        {AugmentOperation::Shift,
         "shift",
         "shift N",
         {pixels(2)},
         false,
         Text::tr("Shift"),
         Text::tr("Moves the picture by up to N pixels in each direction; what is missing is mirrored at the edge.")},
        {AugmentOperation::Flip,
         "flip",
         "flip",
         {},
         false,
         Text::tr("Flip"),
         Text::tr("Exchanges left and right in half of the pictures, drawn again in every epoch. Not for digits and "
                  "letters.")},
        {AugmentOperation::AlternateFlip,
         "alternate-flip",
         "alternate-flip",
         {},
         false,
         Text::tr("Alternate flip"),
         Text::tr("Exchanges left and right in half of the pictures in the first epoch, in the other half in the "
                  "second, and so on: in any two epochs each picture is seen from both sides.")},
    };
}

Rows colours() {
    return {
        {AugmentOperation::RandAugment,
         "randaugment",
         "randaugment N M",
         {{Text::tr("operations"), 1, 14, 2, true}, {Text::tr("magnitude"), 0, 30, 9, true}},
         false,
         Text::tr("RandAugment"),
         Text::tr("Applies N operations, drawn for each picture from fourteen: shears, shifts, turns and changes of "
                  "colour, each with the strength M of 30.")},
        {AugmentOperation::Jitter,
         "jitter",
         "jitter B C S H",
         {{Text::tr("brightness"), 0, 10, 0.4},
          {Text::tr("contrast"), 0, 10, 0.4},
          {Text::tr("saturation"), 0, 10, 0.4},
          {Text::tr("hue"), 0, 0.5, 0.1}},
         false,
         Text::tr("Colour jitter"),
         Text::tr("Multiplies brightness, contrast and saturation by 1 - B to 1 + B, and so on, and turns the hue by "
                  "up to H of its circle.")},
        {AugmentOperation::Erase,
         "erase",
         "erase N",
         {pixels(8)},
         false,
         Text::tr("Erase"),
         Text::tr("Gives a random square of N x N pixels the mean colour of the picture.")},
    };
}

Rows mixtures() {
    return {
        {AugmentOperation::Mixup,
         "mixup",
         "mixup A",
         {alpha(0.2)},
         false,
         Text::tr("Mixup"),
         Text::tr("Blends each picture with the next one of the epoch, and their labels alike. The share is drawn from "
                  "the Beta distribution with alpha A: the larger A, the more even.")},
        {AugmentOperation::Cutmix,
         "cutmix",
         "cutmix A",
         {alpha(1)},
         false,
         Text::tr("Cutmix"),
         Text::tr("Puts a random box of the next picture of the epoch into each picture; the labels count by their "
                  "areas. With mixup, one of the two is drawn for each picture.")},
    };
}

} // namespace

const std::vector<AugmentOperationInfo>& augmentOperations() {
    static const Rows table = [] {
        Rows rows = places();
        for (const Rows& more : {colours(), mixtures()})
            std::ranges::copy(more, std::back_inserter(rows));
        return rows;
    }();
    return table;
}

std::string augmentSyntax() { return joined(augmentOperations(), ", ", &AugmentOperationInfo::syntax); }

std::string operationsText(const AugmentOperations& operations) {
    std::vector<std::string> words;
    for (const AugmentOperationInfo& info : augmentOperations()) {
        if (!operations.has(info.operation))
            continue;
        std::string text = info.name;
        for (std::size_t i = 0; i < info.numbers.size(); ++i)
            text += (info.isRange && i > 0 ? kTo : " ") +
                    significant(operations.number(info.operation, static_cast<int>(i))).english();
        words.push_back(std::move(text));
    }
    return joined(words);
}

AugmentOperations operationsFromText(const std::string& text, const std::vector<std::string>& others) {
    AugmentOperations operations;
    if (wordsIn(text).empty())
        operationNamed({}, others); // refuses it
    for (const std::string& part : partsOf(text + (text.ends_with(',') ? " " : ""), ','))
        add(operations, part, others);
    if (operations.has(AugmentOperation::Flip) && operations.has(AugmentOperation::AlternateFlip))
        throw usageError(Text::tr("The augmentation has 'flip' and 'alternate-flip'; expected one of the two."));
    return operations;
}

void checkOperations(const AugmentOperations& operations, int height, int width) {
    const int side = std::min(height, width);
    for (const auto& [operation, most] : {std::pair{AugmentOperation::PadCrop, side},
                                          {AugmentOperation::Shift, side - 1},
                                          {AugmentOperation::Erase, side}})
        if (operations.whole(operation) > most)
            throw usageError(Text::tr("Augmentation '%1 %2' is too large for images of %3x%4; expected at most %5.",
                                      augmentOperations()[static_cast<std::size_t>(operation)].name,
                                      operations.whole(operation), height, width, most));
}

} // namespace belfry
