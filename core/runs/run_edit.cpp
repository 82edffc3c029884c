#include "core/base/error.h"
#include "core/runs/run_list.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestName = 200; // bytes

[[noreturn]] void refuseMove(const fs::path& run, const fs::path& bin) {
    throw Error(ErrorCategory::Io, "Cannot move '" + run.string() + "' to '" + bin.string() +
                                       "': " + std::strerror(errno) + ". Check the folder's permissions.");
}

// mkdir reserves the place: rename() replaces an empty folder.
fs::path placeInBin(const fs::path& run, const fs::path& bin) {
    const std::string name = run.filename().string();
    fs::path place = bin / name;
    for (int number = 2; ::mkdir(place.c_str(), 0755) != 0; ++number) {
        if (errno != EEXIST)
            refuseMove(run, bin);
        place = bin / (name + "-" + std::to_string(number));
    }
    return place;
}

} // namespace

void renameRun(const fs::path& folder, const std::string& name) {
    const bool control = std::ranges::any_of(name, [](unsigned char letter) { return letter < 0x20; });
    if (name.empty() || name.size() > longestName || control)
        throw Error(ErrorCategory::Usage, "A run's name needs 1 to " + std::to_string(longestName) +
                                              " bytes on one line; this one has " + std::to_string(name.size()) + ".");
    const RunFiles files(runFolderAt(folder));
    Plan plan = readPlanFile(files.plan);
    plan.name = name;
    writePlanFile(files.plan, plan);
}

fs::path deleteRun(const fs::path& folder) {
    const fs::path run = runFolderAt(folder);
    if (!isRunFolder(run))
        throw Error(ErrorCategory::Usage, "'" + run.string() + "' is no folder of a run; nothing was deleted.");
    if (summarise(run).state == "running")
        throw Error(ErrorCategory::Usage, "Run '" + run.filename().string() + "' is going on. Stop it first.");
    const fs::path bin = run.parent_path() / ".bin";
    std::error_code code;
    fs::create_directory(bin, code); // what cannot be made is told by placeInBin
    const fs::path place = placeInBin(run, bin);
    if (std::rename(run.c_str(), place.c_str()) != 0) {
        const int reason = errno;
        fs::remove(place, code);
        errno = reason;
        refuseMove(run, bin);
    }
    return place;
}

} // namespace belfry
