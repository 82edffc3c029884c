#include "core/ranks/rank_loss.h"

#include "core/base/abandonable.h"
#include "core/base/joined.h"

#include <functional>
#include <iterator>

namespace belfry {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSoon(3000); // a rank may learn of a loss by its pulse, once a second

std::string lostKey(int rank) { return "lost/" + std::to_string(rank); }            // who answers, and is not
std::string failureKey(int rank) { return "failure/" + std::to_string(rank); }      // why it ended
std::string knowsLossKey(int rank) { return "knows loss/" + std::to_string(rank); } // who is not there any more

// The result of work, or none: the store may not answer for tens of seconds once a cable is pulled.
template <typename Result>
std::optional<Result> withinDeadline(const std::function<Result()>& work) {
    constexpr milliseconds kLimit(6000);
    try {
        return Abandonable<Result>(work).within(kLimit);
    } catch (const std::exception&) {
        return {};
    }
}

RankLoss ask(c10d::Store& store, int rank, int ranks) {
    RankLoss loss;
    store.set(kLossKey, "1");
    store.set(lostKey(rank), "1");
    loss.silent = stillMissing(store, ranksBut(ranks), kSoon, lostKey);
    for (int other = 0; other < ranks; ++other)
        if (store.check({failureKey(other)}))
            loss.sentences.emplace_back(other, store.get_to_str(failureKey(other)));
    store.set(knowsLossKey(rank), "1");
    return loss;
}

} // namespace

LossFinder::LossFinder(StorePointer store, int rank, RollCall call)
    : store_(std::move(store)), rank_(rank), call_(std::move(call)) {}

RankLoss LossFinder::find() {
    const std::lock_guard lock(mutex_);
    if (found_)
        return *found_;
    const auto asked =
        withinDeadline<RankLoss>([store = store_, rank = rank_, ranks = static_cast<int>(call_.hosts.size())] {
            return ask(*store, rank, ranks);
        });
    if (asked)
        found_ = *asked;
    else // of its own store rank 0 has nobody to blame
        found_ = {.silent = rank_ == 0 ? std::vector<int>{} : std::vector<int>{0}, .sentences = {}};
    return *found_;
}

Text LossFinder::sentence(std::int64_t step, const Text& otherwise) {
    const RankLoss loss = find();
    if (!loss.sentences.empty()) {
        const auto& [rank, sentence] = loss.sentences.front();
        return Text::tr("Rank %1 failed: %2", nameOfRank(call_, rank), sentence);
    }
    if (loss.silent.empty())
        return otherwise;
    const std::string names = joined(loss.silent, ", ", [&](int rank) { return nameOfRank(call_, rank); });
    if (step == 0)
        return Text::plural("Ranks %1 are lost.", "Rank %1 is lost.", std::ssize(loss.silent), names);
    return Text::plural("Ranks %1 are lost after step %2.", "Rank %1 is lost after step %2.", std::ssize(loss.silent),
                        names, step);
}

void LossFinder::announce(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    if (!found_)
        found_ = {.silent = {}, .sentences = {{rank_, sentence}}};
    withinDeadline<bool>([store = store_, rank = rank_, sentence] {
        store->set(failureKey(rank), sentence);
        store->set(kLossKey, "1");
        store->set(lostKey(rank), "1"); // it is not silent
        store->set(knowsLossKey(rank), "1");
        return true;
    });
}

void LossFinder::waitUntilKnown() {
    const RankLoss loss = find();
    withinDeadline<bool>([store = store_, others = ranksBut(static_cast<int>(call_.hosts.size()), loss.silent)] {
        stillMissing(*store, others, kSoon, knowsLossKey); // a silent one will not know
        return true;
    });
}

} // namespace belfry
