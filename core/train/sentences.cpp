#include "core/train/sentences.h"

#include "core/base/error.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <string_view>

namespace belfry {
namespace {

// In texts of CUDA, cuBLAS, and cuDNN, which finds no way to compute where its workspace is refused.
constexpr std::array<std::string_view, 3> kOutOfMemory{"out of memory", "_STATUS_ALLOC_FAILED",
                                                       "unable to find an engine"};

// Libraries tell it in their own ways: the tensor library by a type, those below it in a text alone.
bool isOutOfMemory(const std::exception& error) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error) || dynamic_cast<const std::bad_alloc*>(&error))
        return true;
    const std::string_view text = error.what();
    return dynamic_cast<const Error*>(&error) == nullptr &&
           std::ranges::any_of(kOutOfMemory, [text](std::string_view part) { return text.find(part) != text.npos; });
}

} // namespace

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string sentenceFor(const std::exception& error, std::int64_t fitted) {
    if (isOutOfMemory(error)) {
        const std::string what =
            "The device ran out of memory. Choose a smaller batch per tower, fewer towers or a smaller network.";
        return fitted > 0 ? what + " The largest batch that fitted was " + std::to_string(fitted) + " images per tower."
                          : what + " No step was done: the batch finder tells the largest batch that fits.";
    }
    if (const auto* torch = dynamic_cast<const c10::Error*>(&error)) {
        std::string text = torch->what_without_backtrace();
        text.resize(std::min(text.find('\n'), text.size())); // what follows is for who debugs the library
        return "The tensor library failed: " + text + (text.ends_with('.') ? "" : ".") +
               " Try other devices, or a smaller batch.";
    }
    return error.what();
}

} // namespace belfry
