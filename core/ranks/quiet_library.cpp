#include "core/ranks/quiet_library.h"

#include <c10/util/Logging.h>

#include <cstdlib>
#include <mutex>

namespace belfry {

void silenceLibrary() {
    static std::once_flag once;
    std::call_once(once, [] {
        ::setenv("TORCH_CPP_LOG_LEVEL", "FATAL", 0);
        ::setenv("TORCH_FR_BUFFER_SIZE", "0", 1); // no record
        c10::initLogging();
    });
}

} // namespace belfry
