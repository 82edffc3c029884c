// Searches whose trials are not trained: their accuracy is a function of the plan.
#pragma once

#include "core/search/search.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace belfry::test {

// A folder that goes with the test.
struct TemporaryFolder {
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "belfry-search-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::filesystem::path path;
};

// Tests with searches in such a folder.
struct WithSearches : testing::Test {
    std::filesystem::path create(const SearchPlan& plan) const { return createSearch(plan, temporary.path); }
    const TemporaryFolder temporary;
};

inline SearchPlan seedsPlan(int population = 20, int generations = 10) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.genetic.population = population;
    plan.genetic.generations = generations;
    return plan;
}

// Evenly spread over 0 .. 1, and the same for the same network, also when plans get another field.
inline double accuracyOf(const Plan& plan) {
    nlohmann::json chosen = toJson(plan);
    const nlohmann::json defaults = toJson(Plan());
    for (const auto& [name, value] : defaults.items())
        if (chosen.at(name) == value)
            chosen.erase(name);
    const std::size_t hash = std::hash<std::string>()(chosen.dump());
    return static_cast<double>(hash % 10'007) / 10'007;
}

class FakeTrainer : public TrialTrainer {
public:
    using Train = std::function<TrialResult(const TrialJob&, std::stop_token)>;
    explicit FakeTrainer(Train train = {}) : train_(std::move(train)) {}

    static TrialResult done(const TrialJob& job) {
        TrialResult result;
        Plan plain = job.plan;
        plain.seed = 0;
        plain.name.clear();
        result.finished.bestValidation = accuracyOf(plain);
        result.finished.bestEpoch = 1;
        result.finished.images = 100;
        result.curve = {0.5F, static_cast<float>(result.finished.bestValidation)};
        result.device = "cpu";
        if (job.test) {
            result.finished.test.images = 1000;
            result.finished.test.correct = 900 + static_cast<std::int64_t>(job.plan.seed % 10);
        }
        return result;
    }
    static TrialResult failed(const std::string& reason) {
        TrialResult result;
        result.finished.state = RunState::Failed;
        result.finished.reason = Text::verbatim(reason);
        return result;
    }
    static TrialResult diverged() {
        TrialResult result = failed("The loss was not a number at step 7.");
        result.finished.diverged = true;
        return result;
    }

    TrialResult train(const TrialJob& job, const std::function<void(const EpochDone&)>& onEpoch,
                      std::stop_token stop) override {
        ++trained;
        onEpoch(EpochDone{.epoch = 1, .validation = {}});
        TrialResult result = train_ ? train_(job, stop) : done(job);
        if (stop.stop_requested())
            result.finished.state = RunState::Stopped;
        return result;
    }
    void setPaused(bool now) override { paused = now; }
    Text deviceProblem(int slot) override { return Text::verbatim(probe ? probe(slot) : ""); }

    std::atomic<int> trained{0};
    std::atomic<bool> paused{false};
    std::function<std::string(int slot)> probe; // set before the search starts

private:
    Train train_;
};

// Keeps all events; `react` may steer the search.
class Watcher : public SearchObserver {
public:
    explicit Watcher(std::function<void(const SearchEvent&)> react = {}) : react_(std::move(react)) {}
    void onEvent(const SearchEvent& event) override {
        {
            const std::lock_guard lock(mutex_);
            events_.push_back(event);
        }
        changed_.notify_all();
        if (react_)
            react_(event);
    }
    std::vector<SearchEvent> everything() const {
        const std::lock_guard lock(mutex_);
        return events_;
    }
    template <typename E>
    std::vector<E> all() const {
        const std::lock_guard lock(mutex_);
        std::vector<E> found;
        for (const SearchEvent& event : events_)
            if (const E* e = std::get_if<E>(&event))
                found.push_back(*e);
        return found;
    }
    template <typename E>
    void waitFor(std::size_t count = 1) const {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] {
            return static_cast<std::size_t>(std::ranges::count_if(
                       events_, [](const SearchEvent& event) { return std::holds_alternative<E>(event); })) >= count;
        });
    }
    SearchEnded ended() const { return all<SearchEnded>().at(0); }

    Search* search = nullptr; // while runToEnd() runs it; for `react`

private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::vector<SearchEvent> events_;
    std::function<void(const SearchEvent&)> react_;
};

// What a search finds, without what differs from one time to another.
inline nlohmann::json findings(const std::filesystem::path& folder) {
    const SearchRecord record = readSearch(folder);
    nlohmann::json json = nlohmann::json::array();
    for (Trial trial : record.trials) {
        trial.seconds = trial.imagesPerSecond = 0;
        trial.kills = 0;
        json.push_back(toJson(trial, record.plan.space));
    }
    for (const Generation& generation : record.generations)
        json.push_back(toJson(generation));
    for (WinnerRun run : record.winners) {
        run.run.clear();
        run.kills = 0;
        json.push_back(toJson(run));
    }
    return json;
}

// Runs or resumes to the end.
inline SearchEnded runToEnd(const std::filesystem::path& folder, Watcher& watcher, SearchOptions options) {
    Search search(folder, watcher, std::move(options));
    watcher.search = &search;
    search.start();
    search.wait();
    return watcher.ended();
}
inline SearchEnded runToEnd(const std::filesystem::path& folder, const std::shared_ptr<TrialTrainer>& trainer) {
    Watcher watcher;
    return runToEnd(folder, watcher, {.trainer = trainer});
}

} // namespace belfry::test
