// What a search says when it begins or goes on, and when it ends. Internal to core/search.
#pragma once

#include "core/search/finals.h"
#include "core/search/journal.h"
#include "core/search/layout.h"
#include "core/search/ledger.h"

#include <string>
#include <vector>

namespace belfry {

// What a user should know from the start. `contents`: of the sittings before.
std::vector<std::string> startRemarks(const SearchPlan& plan, const Layout& layout, const JournalContents& contents);

// Why nothing can be said of the best network; "": something can, or nothing was tried. `brokenDevice`: the sentence
// of a device that ended the search, or "".
std::string failureOf(const Ledger& ledger, const Finals& finals, const std::string& brokenDevice);

} // namespace belfry
