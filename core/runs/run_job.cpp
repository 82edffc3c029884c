#include "core/runs/run_job.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/formats/sha256.h"
#include "core/runs/process_identity.h"
#include "core/runs/run_list.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

fs::path jobFile(const fs::path& run) { return run / "job.txt"; }

// Of what the file of the run says, the agent; none: it is no run of the job.
std::optional<std::string> agentIn(const fs::path& run, const RunJob& job) {
    std::error_code code;
    constexpr std::uint64_t kMost = 4096;
    if (fs::file_size(jobFile(run), code) > kMost || code)
        return {};
    const std::string text = readFile(jobFile(run));
    if (text == job.name)
        return std::string();
    return text.starts_with(job.name + '\n') ? std::optional(text.substr(job.name.size() + 1)) : std::nullopt;
}

} // namespace

RunJob runJob(const Launch& launch, const Plan& plan) {
    if (launch.job.empty())
        return {};
    nlohmann::json fields = sharedFields(toJson(plan));
    fields.erase("towers"); // other machines may have come
    const std::string text = fields.dump();
    const std::string hash = sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return {.name = launch.job + '\n' + hash,
            .agent = launch.launcher == "torchrun" ? toJson(identityOf(::getppid())).dump() : ""};
}

void writeRunJob(const fs::path& run, const RunJob& job) {
    writeFileAtomically(jobFile(run), job.agent.empty() ? job.name : job.name + '\n' + job.agent);
}

std::optional<JobRun> runOfJob(const RunJob& job, bool startedAnew, const fs::path& root) {
    if (job.name.empty() || (!startedAnew && job.agent.empty()))
        return {};
    for (const RunSummary& run : listRuns(root)) {
        const std::optional<std::string> agent = agentIn(run.folder, job);
        if (!agent)
            continue;
        const bool finished = run.state == "finished";
        if (run.state == "damaged" || (!startedAnew && (finished || *agent != job.agent)))
            return {};
        if (run.state == "running") {
            RunRecord record = readRunRecord(RunFiles(run.folder).record);
            record.state = "interrupted";
            writeRunRecord(RunFiles(run.folder).record, record);
        }
        return JobRun{run.folder, finished};
    }
    return {};
}

std::optional<JobRun> agreeOnRun(RankGroup& ranks, bool startedAnew,
                                 const std::function<std::optional<JobRun>(bool)>& find) {
    // The agent of a rank that was lost counts the attempt, others' need not.
    const auto told = ranks.gather({startedAnew ? 1.0 : 0.0});
    const bool anew = std::ranges::any_of(told, [](const auto& rank) { return rank[0] != 0; });
    const std::optional<JobRun> found = ranks.rank() == 0 ? find(anew) : std::nullopt;
    const bool finished = ranks.gather({found && found->finished ? 1.0 : 0.0})[0][0] != 0;
    const std::string folder = ranks.share(found ? found->folder.string() : "");
    return folder.empty() ? std::nullopt : std::optional(JobRun{folder, finished});
}

} // namespace belfry
