// The operations of an augmentation as text, "alternate-flip, shift 2, erase 8": one table, from which parser, help
// and window are made. Plain values; any thread.
#pragma once

#include "core/base/text.h"
#include "core/kernels/augment_numbers.h"

#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// One of the numbers after an operation's word.
struct AugmentNumber {
    Text name; // "brightness"; empty where there is only one
    double min = 0, max = 0;
    double usual = 0; // where the text gives none
    bool whole = false;
};

struct AugmentOperationInfo {
    AugmentOperation operation;
    std::string name;   // its word: "shift"
    std::string syntax; // "shift N"
    std::vector<AugmentNumber> numbers;
    bool isRange; // of two numbers, written 0.25..1
    Text title, help;
};

const std::vector<AugmentOperationInfo>& augmentOperations(); // by enumerator
std::string augmentSyntax();                                  // "flip, alternate-flip, shift N, ..."

// In the order of the table, with all numbers. "" for none.
std::string operationsText(const AugmentOperations& operations);

// Words in any order, each with all of its numbers or with none. Throws Error(Usage) that names the operation and what
// it takes, or the nearest name of an unknown one; `others`: names that are known, too.
AugmentOperations operationsFromText(const std::string& text, const std::vector<std::string>& others = {});

// Throws Error(Usage) with the operation that pictures of height x width are too small for.
void checkOperations(const AugmentOperations& operations, int height, int width);

} // namespace belfry
