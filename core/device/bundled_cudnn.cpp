#include "core/device/bundled_cudnn.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace belfry {
namespace {

constexpr const char* kCudnn = "libcudnn.so.9";
// Each after those that it needs itself, which are searched for in the same way.
constexpr std::array kParts{"libcudnn_graph.so.9",
                            "libcudnn_ops.so.9",
                            "libcudnn_cnn.so.9",
                            "libcudnn_adv.so.9",
                            "libcudnn_heuristic.so.9",
                            "libcudnn_engines_precompiled.so.9",
                            "libcudnn_engines_runtime_compiled.so.9"};

bool holdsAPart(const std::filesystem::path& folder) {
    return std::ranges::any_of(
        kParts,
        [&folder](const char* part) {
            std::error_code code;
            return std::filesystem::exists(folder / part, code);
        });
}

// An empty element is the working directory (ld.so(8)).
bool anyHoldsAPart(std::string_view folders) {
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find_first_of(":;", begin), folders.size());
        const std::string_view folder = folders.substr(begin, end - begin);
        if (holdsAPart(folder.empty() ? "." : folder))
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace

void loadBundledCudnn() {
    const char* folders = std::getenv("LD_LIBRARY_PATH");
    if (folders == nullptr || *folders == '\0' || !anyHoldsAPart(folders))
        return;
    void* cudnn = ::dlopen(kCudnn, RTLD_LAZY | RTLD_NOLOAD);
    if (cudnn == nullptr)
        return;
    const link_map* loaded = nullptr;
    if (::dlinfo(cudnn, RTLD_DI_LINKMAP, &loaded) == 0)
        for (const char* part : kParts)
            ::dlopen((std::filesystem::path(loaded->l_name).parent_path() / part).c_str(), RTLD_LAZY | RTLD_LOCAL);
    ::dlclose(cudnn); // of this call; the program keeps its own
}

} // namespace belfry
