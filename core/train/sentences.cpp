#include "core/train/sentences.h"

#include <c10/util/Exception.h>

#include <cstdio>
#include <new>

namespace belfry {

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string sentenceFor(const std::exception& error, std::int64_t fitted) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error) || dynamic_cast<const std::bad_alloc*>(&error)) {
        const std::string what =
            "The device ran out of memory. Choose a smaller batch per tower, fewer towers or a smaller network.";
        return fitted > 0 ? what + " The largest batch that fitted was " + std::to_string(fitted) + " images per tower."
                          : what + " No step was done: the batch finder tells the largest batch that fits.";
    }
    if (const auto* torch = dynamic_cast<const c10::Error*>(&error))
        return std::string("The tensor library failed: ") + torch->what_without_backtrace() +
               " Try other devices, or a smaller batch.";
    return error.what();
}

} // namespace belfry
