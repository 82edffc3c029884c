#include "core/ranks/quiet_library.h"

#include <c10/util/Logging.h>

#include <dlfcn.h>
#include <netdb.h>

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

// In place of glibc's, of which the program has no other use. The library asks for the name of each address that its
// store connects to or is connected from, for a text that nobody sees, and the store serves nobody meanwhile: with a
// name service that is silent, or slow once, ranks did not meet within their limit.
extern "C" [[gnu::visibility("default")]] int getnameinfo(const sockaddr* address, socklen_t size, char* host,
                                                          socklen_t hostSize, char* service, socklen_t serviceSize,
                                                          int flags) {
    static const auto real = reinterpret_cast<decltype(&getnameinfo)>(::dlsym(RTLD_NEXT, "getnameinfo"));
    return real(address, size, host, hostSize, service, serviceSize, flags | NI_NUMERICHOST);
}
