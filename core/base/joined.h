// Words of a list, with something between them. No state; any thread.
#pragma once

#include <functional>
#include <ranges>
#include <string>
#include <string_view>

namespace belfry {

// "cpu, first". word(part): each part's words; without it the parts are strings.
template <std::ranges::input_range Parts, typename Word = std::identity>
std::string joined(Parts&& parts, std::string_view between = ", ", const Word& word = {}) {
    std::string all;
    bool first = true;
    for (auto&& part : parts) {
        if (!first)
            all += between;
        all += std::invoke(word, part);
        first = false;
    }
    return all;
}

} // namespace belfry
