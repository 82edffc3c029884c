#include "core/runs/run_folder.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/system_text.h"
#include "core/formats/json_file.h"
#include "core/runs/run_record.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxSlugLength = 48;
constexpr int kMaxRunsPerSecond = 10'000; // more are an endless loop

std::string localTimeText(std::int64_t seconds) {
    const std::time_t time = seconds;
    std::tm parts{};
    ::localtime_r(&time, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &parts);
    return text.data();
}

// "20260301-123456-a-name"
bool isNamedAsARun(const std::string& name) {
    constexpr std::string_view kShape = "dddddddd-dddddd-";
    if (name.size() <= kShape.size() || name.starts_with('.'))
        return false;
    return std::ranges::equal(kShape, std::string_view(name).substr(0, kShape.size()), [](char wanted, char found) {
        return wanted == 'd' ? found >= '0' && found <= '9' : found == wanted;
    });
}

std::string nameOf(const Plan& plan) {
    if (!plan.name.empty())
        return plan.name;
    return plan.preset.empty() ? plan.data + "-" + plan.model : plan.preset;
}

} // namespace

// mkdir either creates the folder or fails because it exists, so no two processes get the same one.
fs::path makeTimedFolder(const fs::path& root, const std::string& name, std::int64_t time,
                         const std::string& variable) {
    const std::string timed = localTimeText(time) + "-" + folderNameFrom(name);
    for (int number = 1; number <= kMaxRunsPerSecond; ++number) {
        const fs::path folder = root / (number == 1 ? timed : timed + "-" + std::to_string(number));
        if (::mkdir(folder.c_str(), 0755) == 0)
            return folder;
        if (errno != EEXIST)
            throw ioError(Text::tr("Cannot create the folder '%1': %2. Set %3 to a folder that you can write to.",
                                   folder.string(), systemText(), variable));
    }
    throw ioError(Text::tr("'%1' and %2 folders numbered after it exist. Choose another name.", (root / timed).string(),
                           kMaxRunsPerSecond));
}

RunFiles::RunFiles(fs::path runFolder)
    : folder(std::move(runFolder)), plan(folder / "plan.json"), record(folder / "run.json"),
      notes(folder / "notes.json"), pictures(folder / "pictures.json"), log(folder / "log.txt"),
      metrics(folder / "metrics.db"), tensorboard(folder / "tensorboard"), lock(folder / "lock"),
      weights(folder / "weights"), best(weights / "best.safetensors"), final(weights / "final.safetensors") {}

fs::path RunFiles::checkpoint(std::int64_t step) const {
    return weights / ("step-" + std::to_string(step) + ".safetensors");
}

bool isRunFolder(const fs::path& path) {
    const RunFiles files(absolutePath(path));
    std::error_code code;
    if (!fs::is_directory(files.folder, code))
        return false;
    if (isNamedAsARun(files.folder.filename().string())) {
        const std::array parts{files.plan, files.record, files.metrics, files.weights};
        return fs::is_empty(files.folder, code) ||
               std::ranges::any_of(parts, [&code](const fs::path& part) { return fs::exists(part, code); });
    }
    try {
        readRunRecord(files.record);
        return true;
    } catch (const Error&) {
        return false;
    }
}

fs::path runsRoot() {
    if (const char* named = std::getenv("BELFRY_RUNS"); named && *named)
        return fs::absolute(named);
    return userDataFolder() / "runs";
}

fs::path createRun(const Plan& plan, const fs::path& root, std::int64_t time) {
    makeWritableFolder(root);
    const std::int64_t started = time ? time : secondsSince1970();
    const RunFiles files(makeTimedFolder(root, nameOf(plan), started, "BELFRY_RUNS"));
    orRemove(files.folder, [&] {
        makeWritableFolder(files.weights);
        writePlanFile(files.plan, plan);
        RunRecord record = newRunRecord();
        record.started = started;
        writeRunRecord(files.record, record);
    });
    return files.folder;
}

void writePlanFile(const fs::path& path, const Plan& plan) { writeJsonFile(path, toJson(plan)); }

std::string folderNameFrom(const std::string& name) {
    std::string slug;
    for (const char letter : name) {
        if (slug.size() == kMaxSlugLength)
            break;
        const bool upper = letter >= 'A' && letter <= 'Z';
        const bool kept = upper || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (kept)
            slug += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        else if (!slug.empty() && slug.back() != '-')
            slug += '-';
    }
    while (!slug.empty() && slug.back() == '-')
        slug.pop_back();
    return slug.empty() ? "run" : slug;
}

} // namespace belfry
