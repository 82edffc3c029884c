#include "core/train/rank_warnings.h"

#include "core/base/joined.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace belfry {
namespace {

using Json = nlohmann::json;

// Of one rank at a time: its own log has all of them.
constexpr std::size_t kMost = 16;

// None where a rank's words cannot be read: what is sent between ranks is no more than a remark.
std::vector<std::string> textsFrom(const std::string& words) {
    std::vector<std::string> texts;
    for (const Json& text : Json::parse(words, nullptr, false))
        if (text.is_string() && texts.size() < kMost)
            texts.push_back(text);
    return texts;
}

// "1 (host b), 2 (host c)", of many the first ones.
std::string namesOf(const std::vector<int>& ranks, const RankGroup& group) {
    constexpr std::size_t kMostNamed = 4;
    const std::span<const int> named(ranks.data(), std::min(kMostNamed, ranks.size()));
    return joined(named, ", ", [&](int rank) { return group.nameOf(rank); }) +
           (named.size() < ranks.size() ? ", …" : "");
}

} // namespace

void RankWarnings::keep(const Text& text) {
    const std::lock_guard lock(mutex_);
    if (seat_.leads())
        said_.insert(text.english());
    else if (kept_.size() < kMost)
        kept_.push_back(text.english());
}

void RankWarnings::onEvent(const Event& event) {
    if (const auto* started = std::get_if<Started>(&event); started && seat_.group)
        for (const Text& remark : started->remarks)
            keep(remark);
    if (const auto* warning = std::get_if<Warning>(&event); warning && !seat_.leads())
        keep(warning->text);
    next_.onEvent(event);
}

void RankWarnings::gather() {
    if (!seat_.group)
        return;
    std::vector<std::string> own;
    {
        const std::lock_guard lock(mutex_);
        own = std::exchange(kept_, {});
    }
    const auto all = seat_.group->gatherTexts(Json(own).dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!seat_.leads())
        return;
    std::map<std::string, std::vector<int>> ranks; // a text that many say is told once
    for (int rank = 1; rank < seat_.group->size(); ++rank)
        for (const std::string& text : textsFrom(all[static_cast<std::size_t>(rank)]))
            if (!said_.contains(text))
                ranks[text].push_back(rank);
    for (const auto& [text, of] : ranks)
        next_.onEvent(
            Warning{Text::plural("Ranks %1: %2", "Rank %1: %2", std::ssize(of), namesOf(of, *seat_.group), text)});
}

} // namespace belfry
