// Output of `belfry-cli search` during a search.
#pragma once

#include "app/cli/progress.h"
#include "core/search/search_events.h"

#include <memory>
#include <string>

namespace belfry::cli {

// `plan` must outlive it; `search` is the folder's name.
std::unique_ptr<SearchObserver> makeSearchProgress(OutputStyle style, const SearchPlan& plan, std::string search);

} // namespace belfry::cli
