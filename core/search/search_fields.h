// The table of a search's fields, but for its space: JSON, validation, belfry-cli's options and the window's fields
// follow from it. Any thread.
#pragma once

#include "core/formats/field.h"
#include "core/search/search_plan.h"

#include <string_view>
#include <vector>

namespace belfry {

using SearchField = Field<SearchPlan>;

const std::vector<SearchField>& searchFields();
const SearchField& searchField(std::string_view name); // of a row that there is

} // namespace belfry
