#include "core/ranks/rank_loss.h"

#include "core/base/abandonable.h"
#include "core/base/joined.h"

#include <functional>
#include <iterator>

namespace belfry {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSoon(3000); // a rank may learn of a loss by its pulse, once a second

std::string lostKey(int rank) { return "lost/" + std::to_string(rank); }
std::string failureKey(int rank) { return "failure/" + std::to_string(rank); }      // why it ended
std::string knowsLossKey(int rank) { return "knows loss/" + std::to_string(rank); } // who is not there any more

// The result of work, or otherwise: the store may not answer for tens of seconds once a cable is pulled.
template <typename Result>
Result withinDeadline(const std::function<Result()>& work, Result otherwise) {
    constexpr milliseconds kLimit(6000);
    try {
        return Abandonable<Result>(work).within(kLimit).value_or(otherwise);
    } catch (const std::exception&) {
        return otherwise;
    }
}

} // namespace

// Rank 0, whose store it is, stays until the others know.
RankLoss findLoss(const StorePointer& store, const Launch& launch, const RollCall& call) {
    const auto ask = [store, rank = launch.rank, ranks = static_cast<int>(call.hosts.size())] {
        RankLoss loss;
        store->set(kLossKey, "1");
        store->set(lostKey(rank), "1");
        loss.silent = stillMissing(*store, ranksBut(ranks), kSoon, lostKey);
        for (int other = 0; other < ranks; ++other)
            if (store->check({failureKey(other)}))
                loss.sentences.emplace_back(other, store->get_to_str(failureKey(other)));
        store->set(knowsLossKey(rank), "1");
        if (rank == 0)
            stillMissing(*store, ranksBut(ranks, loss.silent), kSoon, knowsLossKey); // a silent one will not know
        return loss;
    };
    return withinDeadline<RankLoss>(ask, {.silent = {0}, .sentences = {}});
}

Text sentenceOf(const RankLoss& loss, const RollCall& call, std::int64_t step, const Text& otherwise) {
    if (!loss.sentences.empty()) {
        const auto& [rank, sentence] = loss.sentences.front();
        return Text::tr("Rank %1 failed: %2", nameOfRank(call, rank), sentence);
    }
    if (loss.silent.empty())
        return otherwise;
    const std::string names = joined(loss.silent, ", ", [&](int rank) { return nameOfRank(call, rank); });
    if (step == 0)
        return Text::plural("Ranks %1 are lost.", "Rank %1 is lost.", std::ssize(loss.silent), names);
    return Text::plural("Ranks %1 are lost after step %2.", "Rank %1 is lost after step %2.", std::ssize(loss.silent),
                        names, step);
}

void announceFailure(const StorePointer& store, const Launch& launch, const std::string& sentence) {
    withinDeadline<bool>(
        [store, rank = launch.rank, sentence] {
            store->set(failureKey(rank), sentence);
            store->set(kLossKey, "1");
            store->set(lostKey(rank), "1"); // it is not silent
            store->set(knowsLossKey(rank), "1");
            return true;
        },
        false);
}

void waitUntilLossIsKnown(const StorePointer& store, const RollCall& call) {
    withinDeadline<bool>(
        [store, ranks = static_cast<int>(call.hosts.size())] {
            stillMissing(*store, ranksBut(ranks), kSoon, knowsLossKey);
            return true;
        },
        false);
}

} // namespace belfry
