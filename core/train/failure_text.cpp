#include "core/train/failure_text.h"

#include "core/base/error.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <new>
#include <span>
#include <string_view>

namespace belfry {
namespace {

// In texts of CUDA, cuBLAS and cuDNN.
constexpr std::array<std::string_view, 2> kOutOfMemory{"out of memory", "_STATUS_ALLOC_FAILED"};
// Of the tensor library (aten/src/ATen/native/cudnn/Conv_v8.cpp) where every engine that cuDNN knows was refused, and
// of cuDNN's frontend where it knows none: deterministic engines are few in some precisions. An engine is refused too
// where there is no memory for its workspace; the text does not say which it was.
constexpr std::array<std::string_view, 2> kNoEngine{"unable to find an engine", "No valid engine configs"};

bool saysAnyOf(const std::exception& error, std::span<const std::string_view> parts) {
    const std::string_view text = error.what();
    return dynamic_cast<const Error*>(&error) == nullptr &&
           std::ranges::any_of(parts, [text](std::string_view part) { return text.find(part) != text.npos; });
}

// Libraries report it in their own ways: the tensor library by a type, those below it in a text alone.
bool isOutOfMemory(const std::exception& error) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error) || dynamic_cast<const std::bad_alloc*>(&error))
        return true;
    return saysAnyOf(error, kOutOfMemory);
}

Text outOfMemory(std::int64_t largestBatchThatFits) {
    const Text what =
        Text::tr("The device ran out of memory. Choose a smaller batch per tower, fewer towers or a smaller network.");
    return Text::sentences(
        {what, largestBatchThatFits > 0
                   ? Text::plural("The largest batch that fitted was %n images per tower.",
                                  "The largest batch that fitted was %n image per tower.", largestBatchThatFits)
                   : Text::tr("No step was completed: the batch finder reports the largest batch that fits.")});
}

} // namespace

Text failureText(const std::exception& error, std::int64_t largestBatchThatFits) {
    if (isOutOfMemory(error))
        return outOfMemory(largestBatchThatFits);
    if (saysAnyOf(error, kNoEngine))
        return Text::tr("cuDNN found no way to compute a convolution of this network on this device in this precision. "
                        "Choose another precision or device. If all are refused, memory is short: choose a smaller "
                        "batch per tower.");
    if (const auto* torch = dynamic_cast<const c10::Error*>(&error)) {
        std::string words = torch->what_without_backtrace();
        words.resize(std::min(words.find('\n'), words.size())); // the rest is for debugging the library
        if (words.ends_with('.'))
            words.pop_back();
        return Text::tr("The tensor library failed: %1. Try other devices, or a smaller batch.", words);
    }
    return messageOf(error);
}

} // namespace belfry
