#include "core/runs/run_job.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/formats/sha256.h"
#include "core/runs/run_list.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

fs::path jobFile(const fs::path& run) { return run / "job.txt"; }

bool isOfJob(const fs::path& run, const std::string& job) {
    std::error_code code;
    constexpr std::uint64_t kMost = 4096;
    return fs::file_size(jobFile(run), code) <= kMost && !code && readFile(jobFile(run)) == job;
}

} // namespace

std::string runJob(const Launch& launch, const Plan& plan) {
    if (launch.job.empty())
        return {};
    nlohmann::json fields = sharedFields(toJson(plan));
    fields.erase("towers"); // other machines may have come
    const std::string text = fields.dump();
    return launch.job + '\n' + sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void writeRunJob(const fs::path& run, const std::string& job) { writeFileAtomically(jobFile(run), job); }

std::optional<JobRun> runOfJob(const std::string& job, const fs::path& root) {
    if (job.empty())
        return {};
    for (const RunSummary& run : listRuns(root)) {
        if (!isOfJob(run.folder, job))
            continue;
        if (run.state == "damaged")
            return {};
        if (run.state == "running") {
            RunRecord record = readRunRecord(RunFiles(run.folder).record);
            record.state = "interrupted";
            writeRunRecord(RunFiles(run.folder).record, record);
        }
        return JobRun{run.folder, run.state == "finished"};
    }
    return {};
}

std::optional<JobRun> agreeOnRun(RankGroup& ranks, bool startedAnew,
                                 const std::function<std::optional<JobRun>()>& find) {
    // The agent of a rank that was lost counts the attempt, others' need not.
    const auto told = ranks.gather({startedAnew ? 1.0 : 0.0});
    const bool anew = std::ranges::any_of(told, [](const auto& rank) { return rank[0] != 0; });
    std::optional<JobRun> found;
    if (ranks.rank() == 0 && anew)
        found = find();
    const bool finished = ranks.gather({found && found->finished ? 1.0 : 0.0})[0][0] != 0;
    const std::string folder = ranks.share(found ? found->folder.string() : "");
    return folder.empty() ? std::nullopt : std::optional(JobRun{folder, finished});
}

} // namespace belfry
