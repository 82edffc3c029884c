// What a search writes while it is in progress: its journal and its state. Internal to core/search; one thread.
#pragma once

#include "core/search/journal.h"
#include "core/search/search_folder.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace belfry {

// A line that cannot be written does not end the search.
class SearchRecorder {
public:
    // `files` must outlive it; `bytes`: of the journal, of whole lines. `warn`: called for the first line that cannot
    // be written.
    SearchRecorder(const SearchFiles& files, std::uint64_t bytes, std::function<void(const Text&)> warn)
        : files_(files), journal_(files.trials, bytes), warn_(std::move(warn)) {}

    void write(const nlohmann::json& line);
    void saveState(double seconds); // that the search has worked

    SearchState state;

private:
    void quietly(const std::function<void()>& work);

    const SearchFiles& files_;
    Journal journal_;
    const std::function<void(const Text&)> warn_;
    bool warned_ = false;
};

} // namespace belfry
