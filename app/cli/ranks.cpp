#include "app/cli/ranks.h"

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "core/base/files.h"
#include "core/data/content_hash.h"
#include "core/ranks/launch_attempt.h"
#include "core/runs/resume.h"
#include "core/runs/weights_file.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <numeric>

namespace belfry::cli {
namespace {

RankFacts version() { return {{Text::tr("the version"), BELFRY_VERSION}}; }

RankFacts factsOf(const Plan& plan) {
    RankFacts facts = version();
    const nlohmann::json fields = toJson(plan);
    for (const auto& [name, value] : fields.items())
        if (name != "devices" && name != "data_dir")
            facts.emplace_back(Text::tr("the setting '%1'", name), value.dump());
    return facts;
}

std::shared_ptr<RankGroup> meet(Launch launch, const RankFacts& facts, const RankLimits& limits) {
    // Nothing has been written yet; and a launcher that ends its ranks does not wait half a minute for one.
    const InterruptWatch watch([](int) { ::_exit(kStoppedByUser); });
    if (launch.agentStore)
        launch.attempt = agreeOnAttempt(launch, limits.meet);
    return RankGroup::meet(launch, facts, limits);
}

// "55000 + 5000 images, SHA-256 5a1f03bc...": both say what differs.
std::string contentsOf(const DataSet& data) {
    constexpr std::size_t kDigits = 16;
    return std::to_string(data.train->size()) + " + " + std::to_string(data.validation->size()) + " images, SHA-256 " +
           contentHash(data).substr(0, kDigits) + "...";
}

// Where a user may have expected NCCL.
Text sumsRemark(const std::vector<TowerPlacement>& towers) {
    const bool gpus = std::ranges::any_of(towers, [](const TowerPlacement& tower) { return tower.device != "cpu"; });
    return gpus && !haveGpusOfTheirOwn(towers)
               ? Text::tr("Not every tower has a GPU of its own, so gradients are summed through the computers' memory "
                          "instead of from GPU to GPU.")
               : Text();
}

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

std::shared_ptr<const RankLimits> addRankLimits(CLI::App& app) {
    const auto limits = std::make_shared<RankLimits>();
    const auto add = [&](const char* name, std::chrono::milliseconds RankLimits::*limit, const char* help) {
        app.add_option_function<double>(
               name,
               [limits, limit](double seconds) {
                   (*limits).*limit = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
               },
               help)
            ->check(CLI::Range(1.0, 86400.0))
            ->group("Several machines");
    };
    add("--rank-wait", &RankLimits::meet, "Seconds to wait for the other ranks at the start [30]");
    add("--rank-silence", &RankLimits::silent, "Seconds after which a rank that does not answer is lost [60]");
    return limits;
}

std::optional<Launch> severalRanks() {
    std::optional<Launch> launch = launchFrom(processEnvironment);
    return launch && launch->ranks > 1 ? launch : std::nullopt;
}

std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const Plan& plan, const RankLimits& limits) {
    return meet(launch, factsOf(plan), limits);
}

std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const RankLimits& limits) {
    return meet(launch, version(), limits);
}

PreparedRun prepareOverRanks(const std::shared_ptr<RankGroup>& ranks, Plan plan, std::optional<int> towers) {
    return together(
        *ranks,
        [&] {
            const RankPlace place = placeRank(ranks, plan, listDevices(), towers);
            plan.towers = std::accumulate(place.seat.towers.begin(), place.seat.towers.end(), 0);
            const auto data = openData(plan);
            ranks->requireSame({{Text::tr("the training data"), contentsOf(*data)}});
            PreparedRun prepared = prepareRun(plan, data, place);
            prepared.everyPlacement = placementOfAll(*ranks, prepared.placement);
            if (Text remark = sumsRemark(prepared.everyPlacement); !remark.empty())
                prepared.remarks.push_back(std::move(remark));
            return prepared;
        });
}

PreparedRun resumeOverRanks(const std::shared_ptr<RankGroup>& ranks, const std::filesystem::path& folder,
                            const std::function<void(Plan&)>& change, const std::function<void(Plan&)>& own) {
    return together(
        *ranks,
        [&] {
            const auto prepare = [&](const std::string& json, const std::string& checkpoint) {
                Plan plan = planFromJson(nlohmann::json::parse(ranks->share(json)));
                const std::string bytes = ranks->share(checkpoint);
                own(plan);
                PreparedRun prepared = prepareOverRanks(ranks, plan, plan.towers);
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

} // namespace belfry::cli
