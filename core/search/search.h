// A search in progress: the background threads that train its trials, and the handles to steer it. Free of torch.
#pragma once

#include "core/search/helper_access.h"
#include "core/search/search_events.h"
#include "core/search/trial_trainer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace belfry {

struct SearchOptions {
    bool lowPriority = false; // the window's: training threads run at nice 10
    // Trains the trials; null: real sessions (trial_trainer.h).
    std::shared_ptr<TrialTrainer> trainer;
    // Chooses the layout of a search with such a trainer; null: as many trials in parallel as its plan says.
    std::function<MeasuredLayout(std::stop_token)> measure = {};
    // Lets helpers join while it is in progress; none: it trains alone.
    std::optional<HelperAccess> helpers = {};
    std::filesystem::path runs; // where the winners' runs are kept; "": runsRoot()
    // Seconds since any moment, asked on any thread; null: the machine's. The time that the search takes is measured by
    // it.
    std::function<double()> clock = {};
};

class Search {
public:
    // `folder`: of createSearch(), new or to be resumed. `observer` must outlive the search. Throws Error(Usage)
    // when the search is in progress elsewhere or has nothing left to do, Error(Data) when its files are damaged.
    Search(const std::filesystem::path& folder, SearchObserver& observer, SearchOptions options = {});
    ~Search(); // stops and waits

    // All of these return immediately, from any thread, in any order, also after the end.
    void start();
    void pause(); // trials in progress too, at the end of their step
    void resume();
    void stop(); // trials in progress are cancelled, to be trained again when the search is resumed

    void wait(); // until SearchEnded has been delivered

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
