#include "core/search/helper_messages.h"

#include "core/base/text_json.h"
#include "core/data/content_hash.h"
#include "core/ranks/message_store.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 32; // of nested values: what reads them recurses
constexpr std::size_t kMaxName = 200;
constexpr int kMaxPlaces = 4096;
constexpr std::int64_t kMaxImages = std::int64_t{1} << 40;
constexpr std::size_t kMaxReason = 2000; // bytes

[[noreturn]] void refuse() { throw std::runtime_error("no such message"); } // caught by decoded()

Json parse(const std::string& message) {
    if (message.size() > kMaxMessageBytes)
        refuse();
    return Json::parse(message, [](int depth, Json::parse_event_t, Json&) {
        if (depth > kMaxDepth)
            refuse();
        return true;
    });
}

// Nothing where reading throws: what cannot be is no message.
template <typename Message>
std::optional<Message> decoded(const std::string& message, const std::function<Message(const Json&)>& read) {
    try {
        return read(parse(message));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

// A name from elsewhere that is shown in lines of a log.
std::string nameIn(const Json& json, const char* field) {
    auto name = json.at(field).get<std::string>();
    const auto control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; };
    if (name.empty() || name.size() > kMaxName || std::ranges::any_of(name, control))
        refuse();
    return name;
}

template <typename Number>
Number numberIn(const Json& json, const char* field, Number least, Number most) {
    const Json& value = json.at(field);
    if (!value.is_number() || (std::is_integral_v<Number> && !value.is_number_integer()))
        refuse();
    const auto number = value.get<double>();
    if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)))
        refuse();
    return value.get<Number>();
}

std::int64_t dealIn(const Json& json) { return numberIn<std::int64_t>(json, "deal", 1, std::int64_t{1} << 53); }

Text reasonIn(const Json& json) {
    Text reason = textField(json, "reason");
    return reason.english().size() > kMaxReason ? Text::tr("It gave a reason that is too long.") : reason;
}

Json withReason(const char* what, const Text& reason) {
    Json json{{"what", what}};
    setTextField(json, "reason", reason);
    return json;
}

Json factsJson(const HelperFacts& facts) {
    Json json = Json::array();
    for (const auto& [name, value] : facts)
        json.push_back({name, value});
    return json;
}

HelperFacts factsIn(const Json& json) {
    HelperFacts facts;
    for (const Json& fact : json.at("facts"))
        facts.emplace_back(fact.at(0).get<std::string>(), fact.at(1).get<std::string>());
    return facts;
}

double finite(double number) { return std::isfinite(number) ? number : 0; }

Json resultJson(const TrialResult& result) {
    const Finished& finished = result.finished;
    Json json{{"diverged", finished.diverged},
              {"images", finished.images},
              {"seconds", finite(finished.seconds)},
              {"images_per_second", finite(finished.imagesPerSecond)},
              {"accuracy", finite(finished.bestValidation)},
              {"best_epoch", finished.bestEpoch},
              {"parameters", result.parameters},
              {"curve", result.curve}};
    if (!result.device.empty()) // as of a trial that did not begin
        json["device"] = result.device;
    return json;
}

TrialResult resultIn(const Json& json) {
    TrialResult result;
    Finished& finished = result.finished;
    finished.diverged = json.at("diverged").get<bool>();
    finished.state = finished.diverged ? RunState::Failed : RunState::Finished;
    finished.images = numberIn<std::int64_t>(json, "images", 0, kMaxImages);
    finished.seconds = numberIn<double>(json, "seconds", 0, 1e12);
    finished.imagesPerSecond = numberIn<double>(json, "images_per_second", 0, 1e12);
    finished.bestValidation = numberIn<double>(json, "accuracy", 0, 1);
    finished.bestEpoch = numberIn<std::int64_t>(json, "best_epoch", 0, kMaxImages);
    result.parameters = numberIn<std::int64_t>(json, "parameters", 0, kMaxImages);
    for (const Json& accuracy : json.at("curve"))
        if (!accuracy.is_number())
            refuse();
    result.curve = json.at("curve").get<std::vector<float>>();
    if (json.contains("device"))
        result.device = nameIn(json, "device");
    return result;
}

struct JsonFromHelper {
    Json operator()(const Joins& m) const {
        return {{"what", "join"},
                {"host", m.host},
                {"places", m.places},
                {"facts", factsJson(m.facts)},
                {"device", m.device}};
    }
    Json operator()(const Beats&) const { return {{"what", "beat"}}; }
    Json operator()(const ReportsEpoch& m) const {
        return {{"what", "epoch"},
                {"deal", m.deal},
                {"epoch", m.epoch.epoch},
                {"correct", m.epoch.validation.correct},
                {"images", m.epoch.validation.images}};
    }
    Json operator()(const Returns& m) const {
        Json json = withReason("result", m.problem);
        json["deal"] = m.deal;
        json["result"] = resultJson(m.result);
        return json;
    }
    Json operator()(const GivesBack& m) const {
        Json json = withReason("give back", m.reason);
        json["deal"] = m.deal;
        return json;
    }
    Json operator()(const Leaves& m) const { return withReason("leave", m.reason); }
};

struct JsonToHelper {
    Json operator()(const Welcome&) const { return {{"what", "welcome"}}; }
    Json operator()(const Refusal& m) const { return withReason("refusal", m.reason); }
    Json operator()(const Deal& m) const {
        return {{"what", "deal"}, {"deal", m.number}, {"trial", m.trial}, {"plan", toJson(m.plan)}};
    }
    Json operator()(const PauseAll& m) const { return {{"what", "pause"}, {"paused", m.paused}}; }
    Json operator()(const CancelAll&) const { return {{"what", "cancel"}}; }
    Json operator()(const TakenForLost&) const { return {{"what", "lost"}}; }
    Json operator()(const Over& m) const { return withReason("over", m.reason); }
};

FromHelper fromHelper(const Json& json) {
    FromHelper message{.id = nameIn(json, "id"), .what = Beats{}};
    const auto what = json.at("what").get<std::string>();
    if (what == "join") {
        message.what = Joins{.host = nameIn(json, "host"),
                             .places = numberIn<int>(json, "places", 1, kMaxPlaces),
                             .facts = factsIn(json),
                             .device = nameIn(json, "device")};
    } else if (what == "epoch") {
        ReportsEpoch epoch{.deal = dealIn(json), .epoch = {}};
        epoch.epoch.epoch = numberIn<std::int64_t>(json, "epoch", 1, kMaxImages);
        epoch.epoch.validation.images = numberIn<std::int64_t>(json, "images", 0, kMaxImages);
        epoch.epoch.validation.correct = numberIn<std::int64_t>(json, "correct", 0, epoch.epoch.validation.images);
        message.what = epoch;
    } else if (what == "result") {
        Returns returns{.deal = dealIn(json), .result = resultIn(json.at("result")), .problem = reasonIn(json)};
        if (returns.result.finished.diverged == returns.problem.empty())
            refuse();
        message.what = std::move(returns);
    } else if (what == "give back") {
        message.what = GivesBack{.deal = dealIn(json), .reason = reasonIn(json)};
    } else if (what == "leave") {
        message.what = Leaves{.reason = reasonIn(json)};
    } else if (what != "beat") {
        refuse();
    }
    return message;
}

ToHelper toHelper(const Json& json) {
    const auto what = json.at("what").get<std::string>();
    if (what == "welcome")
        return Welcome{};
    if (what == "refusal")
        return Refusal{.reason = reasonIn(json)};
    if (what == "deal")
        return Deal{
            .number = dealIn(json), .trial = json.at("trial").get<int>(), .plan = planFromJson(json.at("plan"))};
    if (what == "pause")
        return PauseAll{.paused = json.at("paused").get<bool>()};
    if (what == "cancel")
        return CancelAll{};
    if (what == "lost")
        return TakenForLost{};
    if (what == "over")
        return Over{.reason = reasonIn(json)};
    refuse();
}

Text titleOf(const std::string& fact) {
    if (fact == "version")
        return Text::tr("the version of Belfry");
    if (fact == "shape")
        return Text::tr("the size of the pictures");
    if (fact == "classes")
        return Text::tr("the number of classes");
    if (fact == "train")
        return Text::tr("the number of training images");
    if (fact == "validation")
        return Text::tr("the number of validation images");
    return Text::tr("the images themselves (their hash)");
}

} // namespace

HelperFacts factsOf(const std::string& version, const DataSet* data) {
    HelperFacts facts{{"version", version}};
    if (!data)
        return facts;
    const ImageShape& shape = data->shape;
    facts.emplace_back("shape", std::to_string(shape.height) + "x" + std::to_string(shape.width) + "x" +
                                    std::to_string(shape.channels));
    facts.emplace_back("classes", std::to_string(data->classes.size()));
    facts.emplace_back("train", std::to_string(data->train->size()));
    facts.emplace_back("validation", std::to_string(data->validation->size()));
    facts.emplace_back("content", contentHash(*data));
    return facts;
}

Text differenceIn(const HelperFacts& compared, const HelperFacts& leaders, const HelperFacts& helpers) {
    constexpr std::size_t kShown = 40; // of a value
    const auto valueIn = [](const HelperFacts& facts, const std::string& name) {
        const auto found = std::ranges::find(facts, name, &HelperFacts::value_type::first);
        return found == facts.end() ? std::string() : found->second;
    };
    for (const auto& [name, value] : compared) {
        const std::string here = valueIn(helpers, name), there = valueIn(leaders, name);
        if (here != there)
            return Text::tr("This machine differs from the leader in %1: '%2' here, '%3' there. Use the same on both.",
                            titleOf(name), here.substr(0, kShown), there.substr(0, kShown));
    }
    return {};
}

std::string queueOf(const std::string& helper) { return "belfry search helper " + helper; }

std::string encode(const LeaderCard& card) {
    return Json{{"search", card.search},
                {"facts", factsJson(card.facts)},
                {"plan", toJson(card.plan)},
                {"layout", toJson(card.layout)}}
        .dump(-1, ' ', false, Json::error_handler_t::replace); // names of folders may be any bytes
}

std::optional<LeaderCard> decodeLeaderCard(const std::string& message) {
    return decoded<LeaderCard>(
        message,
        [](const Json& json) {
            LeaderCard card{.search = nameIn(json, "search"), .facts = factsIn(json)};
            // Another version has other fields, perhaps: it is refused by its facts, and the rest does not matter.
            try {
                card.plan = planFromJson(json.at("plan"));
                card.layout = layoutFromJson(json.at("layout"));
            } catch (const std::exception&) {
                card.layout.trials = 0;
            }
            return card;
        });
}

std::string encode(const FromHelper& message) {
    Json json = std::visit(JsonFromHelper(), message.what);
    json["id"] = message.id;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<FromHelper> decodeFromHelper(const std::string& message) {
    return decoded<FromHelper>(message, fromHelper);
}

std::string encode(const ToHelper& message) {
    return std::visit(JsonToHelper(), message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<ToHelper> decodeToHelper(const std::string& message) { return decoded<ToHelper>(message, toHelper); }

} // namespace belfry
