#include "core/train/failure_text.h"

#include "core/base/error.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

namespace belfry {
namespace {

// In texts of CUDA, cuBLAS, and cuDNN, which finds no way to compute where its workspace is refused.
constexpr std::array<std::string_view, 3> kOutOfMemory{"out of memory", "_STATUS_ALLOC_FAILED",
                                                       "unable to find an engine"};

// Libraries report it in their own ways: the tensor library by a type, those below it in a text alone.
bool isOutOfMemory(const std::exception& error) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error) || dynamic_cast<const std::bad_alloc*>(&error))
        return true;
    const std::string_view text = error.what();
    return dynamic_cast<const Error*>(&error) == nullptr &&
           std::ranges::any_of(kOutOfMemory, [text](std::string_view part) { return text.find(part) != text.npos; });
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
