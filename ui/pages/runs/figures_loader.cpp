#include "ui/pages/runs/figures_loader.h"

#include "core/base/error.h"
#include "core/runs/metrics_store.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

// On the background's thread.
std::optional<ParallelFigures> readFigures(const std::filesystem::path& folder) {
    try {
        const RunFiles files(folder);
        ParallelFigures figures{.plan = readPlanFile(files.plan), .validationLoss = {}};
        for (const EpochDone& epoch : readEpochs(files.metrics)) {
            const double loss = epoch.validation.loss;
            if (epoch.validation.images > 0 && (!figures.validationLoss || loss < *figures.validationLoss))
                figures.validationLoss = loss;
        }
        return figures;
    } catch (const Error&) {
        return std::nullopt; // its state says "damaged"
    }
}

} // namespace

FiguresLoader::FiguresLoader(RunLoader& loader, QObject* parent) : QObject(parent), loader_(loader) {}

void FiguresLoader::want(const std::vector<RunSummary>& runs) {
    wanted_ = runs;
    std::erase_if(held_, [this](const auto& item) { return !isWanted(item.first); });
    readStale();
}

bool FiguresLoader::isWanted(const std::string& id) const {
    return std::ranges::find(wanted_, id, &RunSummary::id) != wanted_.end();
}

void FiguresLoader::readStale() {
    std::vector<RunSummary> stale;
    for (const RunSummary& run : wanted_) {
        const auto held = held_.find(run.id);
        if (held == held_.end() || held->second.read.state != run.state || held->second.read.lastEpoch != run.lastEpoch)
            stale.push_back(run);
    }
    if (stale.empty() || std::exchange(reading_, true))
        return;
    loader_.read<Answer>(
        [stale] {
            Answer answer;
            for (const RunSummary& run : stale)
                answer.push_back({run, readFigures(run.folder)});
            return answer;
        },
        [this](const Answer& answer) {
            reading_ = false;
            for (const Held& held : answer)
                if (isWanted(held.read.id))
                    held_[held.read.id] = held;
            readStale(); // what was asked for meanwhile
            Q_EMIT changed();
        });
}

const ParallelFigures* FiguresLoader::find(const std::string& id) const {
    const auto found = held_.find(id);
    return found == held_.end() || !found->second.figures ? nullptr : &*found->second.figures;
}

} // namespace belfry
