#include "core/device/cgroup.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace belfry {
namespace {

struct Membership {
    std::string controllers; // "cpu,cpuacct"; "" for cgroup v2
    std::string path;        // "/user.slice/session-1.scope"
};

// Lines of /proc/self/cgroup: "hierarchy:controllers:path".
std::vector<Membership> memberships(const SystemRoots& roots) {
    std::vector<Membership> found;
    std::istringstream lines(readKernelFile(roots.proc / "self" / "cgroup").value_or(""));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first != std::string::npos && second != std::string::npos)
            found.push_back({line.substr(first + 1, second - first - 1), line.substr(second + 1)});
    }
    return found;
}

bool lists(const std::string& controllers, const std::string& wanted) {
    return ("," + controllers + ",").find("," + wanted + ",") != std::string::npos;
}

// The group's folder and its ancestors, up to the mount. If the path is not visible in a container (a path of the host,
// or "/../.."), only the mount remains, which is the container's own group.
void appendUpward(const fs::path& mount, const std::string& path, std::vector<fs::path>& folders) {
    std::error_code code;
    if (!fs::is_directory(mount, code))
        return;
    fs::path inside = fs::path(path).relative_path();
    if (path.find("..") != std::string::npos)
        inside.clear();
    for (; !inside.empty(); inside = inside.parent_path())
        folders.push_back(mount / inside);
    folders.push_back(mount);
}

std::vector<fs::path> unifiedFolders(const SystemRoots& roots) {
    std::vector<fs::path> folders;
    for (const Membership& membership : memberships(roots))
        if (membership.controllers.empty()) {
            appendUpward(roots.cgroup, membership.path, folders);
            appendUpward(roots.cgroup / "unified", membership.path, folders); // hybrid
        }
    return folders;
}

std::vector<fs::path> legacyFolders(const SystemRoots& roots, const std::string& controller) {
    std::vector<fs::path> folders;
    for (const Membership& membership : memberships(roots))
        if (lists(membership.controllers, controller)) {
            appendUpward(roots.cgroup / membership.controllers, membership.path, folders);
            if (membership.controllers != controller)
                appendUpward(roots.cgroup / controller, membership.path, folders);
        }
    return folders;
}

// The first number of a file; nullopt for "max", invalid contents and missing files.
std::optional<std::int64_t> numberIn(const fs::path& path) {
    std::istringstream text(readKernelFile(path).value_or(""));
    std::int64_t number = 0;
    return text >> number ? std::optional(number) : std::nullopt;
}

// The value of a "name value" line, as in memory.stat.
std::int64_t statistic(const fs::path& path, std::string_view wanted) {
    std::istringstream text(readKernelFile(path).value_or(""));
    std::string name;
    for (std::int64_t value = 0; text >> name >> value;)
        if (name == wanted)
            return value;
    return 0;
}

void lower(std::optional<double>& min, double quota, double period) {
    if (quota > 0 && period > 0)
        min = std::min(min.value_or(quota / period), quota / period);
}

struct MemoryFiles {
    const char *limit, *used, *cache;
};
constexpr MemoryFiles kUnified{"memory.max", "memory.current", "inactive_file"};
constexpr MemoryFiles kLegacy{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr std::int64_t kNoLimit = std::int64_t{1} << 60; // v1 writes "none" as a huge number

void lower(std::optional<MemoryLimit>& min, const fs::path& folder, const MemoryFiles& files) {
    const std::optional<std::int64_t> limit = numberIn(folder / files.limit);
    if (!limit || *limit <= 0 || *limit >= kNoLimit || (min && min->bytes <= *limit))
        return;
    const std::int64_t cache = statistic(folder / "memory.stat", files.cache);
    min = {*limit, std::max<std::int64_t>(0, numberIn(folder / files.used).value_or(0) - cache)};
}

} // namespace

std::optional<std::string> readKernelFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        return std::nullopt;
    return std::move(text).str();
}

std::optional<double> cpuQuota(const SystemRoots& roots) {
    std::optional<double> min;
    for (const fs::path& folder : unifiedFolders(roots)) { // "quota period" or "max period"
        std::istringstream text(readKernelFile(folder / "cpu.max").value_or(""));
        double quota = 0, period = 0;
        if (text >> quota >> period)
            lower(min, quota, period);
    }
    for (const fs::path& folder : legacyFolders(roots, "cpu"))
        lower(min, static_cast<double>(numberIn(folder / "cpu.cfs_quota_us").value_or(-1)),
              static_cast<double>(numberIn(folder / "cpu.cfs_period_us").value_or(-1)));
    return min;
}

std::optional<MemoryLimit> memoryLimit(const SystemRoots& roots) {
    std::optional<MemoryLimit> min;
    for (const fs::path& folder : unifiedFolders(roots))
        lower(min, folder, kUnified);
    for (const fs::path& folder : legacyFolders(roots, "memory"))
        lower(min, folder, kLegacy);
    return min;
}

} // namespace belfry
