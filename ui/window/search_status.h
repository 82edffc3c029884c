// What the status strip says of a search. GUI thread only (tr).
#pragma once

#include "core/base/text.h"

#include <QString>

namespace belfry {

class SearchController;

struct SearchStatus {
    enum class Kind { None, Preparing, Running, Paused, Stopping, Finished, Stopped, Failed };
    Kind kind = Kind::None;
    Text name = {};       // the plan's title
    double accuracy = -1; // of Finished: the best network's; negative: there is none
    bool tested = false;  // that is on the test split; else on the validation split
    Text reason = {};     // of Failed; of Stopped when it ended itself
    bool operator==(const SearchStatus&) const = default;

    bool isActive() const {
        return kind == Kind::Preparing || kind == Kind::Running || kind == Kind::Paused || kind == Kind::Stopping;
    }
};

SearchStatus statusOf(const SearchController& search); // the search in progress, else the last one of this start
QString statusText(const SearchStatus& status);

} // namespace belfry
