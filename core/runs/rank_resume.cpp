#include "core/runs/rank_resume.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/files.h"
#include "core/base/system_text.h"
#include "core/runs/resume.h"
#include "core/runs/weights_file.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>
#include <sys/mman.h>

#include <algorithm>

namespace belfry {
namespace {

// A checkpoint of rank 0 on another machine: the reader wants a file. This one is in memory: it has no name by which
// other users could open it, and none is left behind however this process ends.
std::shared_ptr<const Snapshot> checkpointFrom(const std::string& bytes) {
    const FileDescriptor file(::memfd_create("belfry-checkpoint", MFD_CLOEXEC));
    if (!file.isOpen() || !writeAll(file, bytes))
        throw ioError(Text::tr("The checkpoint of rank 0, of %1 bytes, cannot be kept in memory: %2. Free some.",
                               bytes.size(), systemText()));
    return loadCheckpoint("/proc/self/fd/" + std::to_string(file.get()));
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
