#include "core/study/run_moments.h"

#include "core/base/error.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"

#include <cstdint>
#include <set>

namespace belfry {

std::vector<std::filesystem::path> eachMoment(const std::filesystem::path& runFolder,
                                              const std::function<void(std::shared_ptr<const Snapshot> snapshot)>& work,
                                              const std::stop_token& stop) {
    const RunWeights weights = runWeights(runFolder);
    std::vector<std::filesystem::path> files = weights.checkpoints, unreadable;
    for (const auto& file : {weights.best, weights.final})
        if (file)
            files.push_back(*file);
    std::set<std::int64_t> steps;
    for (const std::filesystem::path& file : files) {
        if (stop.stop_requested())
            break;
        try {
            const auto snapshot = loadSnapshot(file);
            if (steps.contains(snapshot->step))
                continue;
            work(snapshot);
            steps.insert(snapshot->step);
        } catch (const Error&) {
            if (std::filesystem::exists(file)) // else it made room for a newer one just now
                unreadable.push_back(file);
        }
    }
    return unreadable;
}

} // namespace belfry
