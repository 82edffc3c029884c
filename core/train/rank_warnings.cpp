#include "core/train/rank_warnings.h"

#include "core/base/joined.h"
#include "core/base/text_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostTexts = 20;        // of one rank, and of all together, between two meetings
constexpr std::size_t kMostLetters = 2000;    // of one text: a list of damaged files may have thousands of names
constexpr std::size_t kMostBytes = 1UL << 20; // of one rank: more is no list of such texts
constexpr std::size_t kMostNames = 16;        // of ranks that say the same

// Empty for none, so that a meeting without warnings sends nothing but lengths.
std::string bytesOf(const std::vector<Text>& texts) {
    if (texts.empty())
        return {};
    Json list = Json::array();
    for (const Text& text : std::span(texts).first(std::min(texts.size(), kMostTexts + 1))) {
        Json one;
        if (const std::string english = text.english(); english.size() > kMostLetters)
            setTextField(one, "text", Text::verbatim(english.substr(0, kMostLetters) + " …"));
        else
            setTextField(one, "text", text);
        list.push_back(std::move(one));
    }
    return list.dump(-1, ' ', false, Json::error_handler_t::replace); // names of files need not be UTF-8
}

Text unreadable() { return Text::tr("It warned of something that could not be read here: its own output has it."); }

std::vector<Text> textsFrom(const std::string& bytes) {
    if (bytes.empty())
        return {};
    if (bytes.size() > kMostBytes)
        return {unreadable()};
    std::vector<Text> texts;
    try {
        for (const Json& one : Json::parse(bytes)) {
            if (texts.size() > kMostTexts)
                break;
            texts.push_back(textField(one, "text"));
        }
    } catch (const Json::exception&) {
        texts.push_back(unreadable());
    }
    return texts;
}

struct Said {
    Text text;
    std::vector<int> ranks;
};

Text named(const Said& said, const RankGroup& ranks) {
    const std::span<const int> first(said.ranks.data(), std::min(kMostNames, said.ranks.size()));
    std::string names = joined(first, ", ", [&](int rank) { return ranks.nameOf(rank); });
    if (first.size() < said.ranks.size())
        names += ", …";
    return Text::plural("Ranks %1: %2", "Rank %1: %2", std::ssize(said.ranks), names, said.text);
}

Text moreWarnings(std::int64_t count) {
    return Text::plural("%n more warnings are in the ranks' own outputs.", "%n more warning is in a rank's own output.",
                        count);
}

} // namespace

std::vector<Text> toldByOthers(RankGroup& ranks, const std::vector<Text>& own) {
    const bool leads = ranks.rank() == 0;
    const std::vector<std::string> words = ranks.gatherTexts(leads ? std::string() : bytesOf(own));
    std::vector<Said> said;
    for (int rank = 1; leads && rank < ranks.size(); ++rank)
        for (Text& text : textsFrom(words[static_cast<std::size_t>(rank)])) {
            if (std::ranges::find(own, text) != own.end())
                continue;
            const auto same = std::ranges::find(said, text, &Said::text);
            if (same == said.end())
                said.push_back({std::move(text), {rank}});
            else if (same->ranks.back() != rank)
                same->ranks.push_back(rank);
        }
    std::vector<Text> told;
    for (const Said& each : std::span(said).first(std::min(said.size(), kMostTexts)))
        told.push_back(named(each, ranks));
    if (said.size() > kMostTexts)
        told.push_back(moreWarnings(std::ssize(said) - static_cast<std::int64_t>(kMostTexts)));
    return told;
}

void RankWarnings::onEvent(const Event& event) {
    if (const auto* warning = std::get_if<Warning>(&event); warning && seat_.group)
        keep(warning->text);
    observer_.onEvent(event);
}

void RankWarnings::keep(const Text& text) {
    const std::lock_guard lock(mutex_);
    if (pending_.size() < kMostTexts)
        pending_.push_back(text);
    else
        ++more_;
}

std::vector<Text> RankWarnings::take() {
    const std::lock_guard lock(mutex_);
    std::vector<Text> texts = std::exchange(pending_, {});
    if (const std::int64_t more = std::exchange(more_, 0); more > 0)
        texts.push_back(moreWarnings(more));
    return texts;
}

void RankWarnings::tell() {
    if (!seat_.group)
        return;
    for (Text& text : toldByOthers(*seat_.group, take()))
        observer_.onEvent(Warning{std::move(text)});
}

} // namespace belfry
