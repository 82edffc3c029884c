#include "core/runs/rank_resume.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/resume.h"
#include "core/runs/weights_file.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>

namespace belfry {
namespace {

// A checkpoint of rank 0 on another machine: the reader wants a file, which is gone when it is closed.
std::shared_ptr<const Snapshot> checkpointFrom(const std::string& bytes) {
    std::string path = (std::filesystem::temp_directory_path() / "belfry-XXXXXX").string();
    const int file = ::mkstemp(path.data());
    if (file < 0)
        throw ioError(Text::tr("Cannot write a temporary file in '%1'. Free some space.",
                               std::filesystem::temp_directory_path().string()));
    ::close(file);
    const auto remove = [](const std::string* name) { ::unlink(name->c_str()); };
    const std::unique_ptr<const std::string, decltype(remove)> gone(&path, remove);
    writeFileAtomically(path, bytes);
    return loadCheckpoint(path);
}

} // namespace

PreparedRun resumeOverRanks(const std::shared_ptr<RankGroup>& ranks, const std::filesystem::path& folder,
                            const std::function<void(Plan&)>& change, const std::function<void(Plan&)>& own) {
    return together(
        *ranks,
        [&] {
            const auto prepare = [&](const std::string& json, const std::string& checkpoint) {
                Plan plan = planFromJson(nlohmann::json::parse(ranks->share(json)));
                const std::string bytes = ranks->share(checkpoint);
                own(plan);
                PreparedRun prepared = prepareOverRanks(ranks, plan, {.all = plan.towers});
                if (!bytes.empty() && ranks->rank() > 0)
                    prepared.checkpoint = checkpointFrom(bytes);
                return prepared;
            };
            if (ranks->rank() > 0)
                return prepare("", "");
            const auto forAll = [&](Plan& plan) {
                if (change)
                    change(plan);
                plan.towers = std::max(plan.towers, ranks->size());
            };
            return prepareResume(
                folder, forAll,
                [&](const Plan& plan, const std::filesystem::path& checkpoint) {
                    return prepare(toJson(plan).dump(), checkpoint.empty() ? "" : readFile(checkpoint));
                });
        });
}

} // namespace belfry
