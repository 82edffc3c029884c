#include "core/study/run_moments.h"

#include "core/base/error.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"

#include <cstdint>
#include <set>

namespace belfry {

std::vector<std::filesystem::path> eachMoment(const std::filesystem::path& runFolder,
                                              const std::function<void(std::shared_ptr<const Snapshot> snapshot)>& work,
                                              const std::stop_token& stop,
                                              const std::function<void(double)>& progress) {
    const RunWeights weights = runWeights(runFolder);
    std::vector<std::filesystem::path> files = weights.checkpoints, unreadable;
    for (const auto& file : {weights.best, weights.final})
        if (file)
            files.push_back(*file);
    std::set<std::int64_t> steps;
    std::size_t done = 0;
    for (const std::filesystem::path& file : files) {
        if (stop.stop_requested())
            break;
        if (progress)
            progress(static_cast<double>(done++) / static_cast<double>(files.size()));
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
