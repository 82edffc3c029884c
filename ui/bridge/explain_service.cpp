#include "ui/bridge/explain_service.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace belfry {
namespace {

using PaceClock = std::chrono::steady_clock;

constexpr int kRestsPerWork = 50;
constexpr std::chrono::milliseconds kLookAgain{200};   // training may have ended meanwhile
constexpr std::chrono::milliseconds kDear{20};         // health: then not again for every snapshot of a run
constexpr std::chrono::milliseconds kLayersRest{1000}; // the window paints all tiles, which costs more than the maps

// Of all services: they share the processors that training leaves. GUI thread only.
struct ExplainPace {
    bool training = false;
    PaceClock::time_point restsUntil;
};
ExplainPace explainPace;

std::chrono::nanoseconds processorTime() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

ExplainService::ExplainService(QObject* parent) : QObject(parent) {
    rest_.setSingleShot(true);
    connect(&rest_, &QTimer::timeout, this, &ExplainService::answerNext);
}

void ExplainService::setTraining(bool training) {
    explainPace.training = training;
    if (!training)
        explainPace.restsUntil = {};
}

bool ExplainService::isTraining() { return explainPace.training; }

std::chrono::nanoseconds ExplainService::restAfter(std::chrono::nanoseconds work, bool training) {
    return training ? work * kRestsPerWork : std::chrono::nanoseconds(0);
}

void ExplainService::setSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    if (snapshot == snapshot_)
        return;
    const bool other = snapshot_ == nullptr || snapshot == nullptr || snapshot_->blueprint != snapshot->blueprint;
    snapshot_ = std::move(snapshot);
    reopen({Heat, Layers}, other);
    if (other || !explainPace.training || !healthIsDear_)
        reopen({Health}, other);
    answerNext();
}

void ExplainService::ask(std::vector<std::uint8_t> picture) {
    picture_ = std::move(picture);
    reopen({Heat, Layers}, false);
    answerNext();
}

void ExplainService::forget() {
    picture_.clear();
    reopen({Heat, Layers}, true);
}

void ExplainService::wantHeatMap(bool wanted, std::optional<int> label) {
    if (std::exchange(label_, label) != label)
        reopen({Heat}, true);
    want(Heat, wanted);
}

void ExplainService::wantLayers(bool wanted) { want(Layers, wanted); }

void ExplainService::wantHealth(std::shared_ptr<const std::vector<std::uint8_t>> pictures) {
    healthPictures_ = std::move(pictures);
    reopen({Health}, true);
    want(Health, healthPictures_ != nullptr);
}

void ExplainService::want(Kind kind, bool wanted) {
    wishes_[kind].wanted = wanted;
    answerNext();
}

void ExplainService::reopen(std::initializer_list<Kind> kinds, bool dropAnswers) {
    for (const Kind kind : kinds) {
        wishes_[kind].open = true;
        wishes_[kind].question += dropAnswers ? 1 : 0;
    }
}

bool ExplainService::canAnswer(Kind kind) const {
    const bool known = kind == Health ? healthPictures_ != nullptr : !picture_.empty();
    return snapshot_ != nullptr && wishes_[kind].wanted && wishes_[kind].open && known;
}

void ExplainService::answerNext() {
    if (working_)
        return;
    std::chrono::milliseconds soonest = std::chrono::milliseconds::max();
    for (std::size_t turn = 1; turn <= kKinds; ++turn) {
        const auto kind = static_cast<Kind>((last_ + turn) % kKinds);
        if (!canAnswer(kind))
            continue;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(restsUntil(kind) - PaceClock::now());
        if (left.count() <= 0) {
            rest_.stop();
            return answer(kind);
        }
        soonest = std::min(soonest, left);
    }
    if (soonest != std::chrono::milliseconds::max())
        rest_.start(std::min(soonest, kLookAgain));
}

std::chrono::steady_clock::time_point ExplainService::restsUntil(Kind kind) const {
    const bool painted = kind == Layers && explainPace.training;
    return std::max(explainPace.restsUntil, painted ? layersSeenAt_ + kLayersRest : PaceClock::time_point());
}

void ExplainService::answer(Kind kind) {
    wishes_[kind].open = false;
    last_ = kind;
    switch (kind) {
    case Heat:
        return work<HeatMap>(
            kind, [picture = picture_, label = label_](Explainer& explainer) { return explainer.look(picture, label); },
            [this, picture = picture_](const HeatMap& map) { Q_EMIT looked(map, picture); });
    case Layers:
        return work<std::shared_ptr<const SeenLayers>>(
            kind,
            [picture = picture_](Explainer& explainer) {
                return std::make_shared<const SeenLayers>(SeenLayers{.maps = explainer.layers(picture),
                                                                     .filters = explainer.firstFilters(),
                                                                     .picture = picture,
                                                                     .step = explainer.snapshot().step});
            },
            [this](const std::shared_ptr<const SeenLayers>& seen) {
                layersSeenAt_ = PaceClock::now();
                Q_EMIT layersSeen(seen);
            });
    case Health:
        return work<std::vector<LayerHealth>>(
            kind, [pictures = healthPictures_](Explainer& explainer) { return explainer.health(*pictures); },
            [this](const std::vector<LayerHealth>& health) {
                healthIsDear_ = worker_->used > kDear;
                Q_EMIT healthChecked(health);
            });
    }
}

template <typename Result>
void ExplainService::work(Kind kind, std::function<Result(Explainer&)> explain,
                          std::function<void(const Result&)> report) {
    working_ = true;
    const auto end = [this, kind, question = wishes_[kind].question](const auto& tell) {
        endWork();
        if (question == wishes_[kind].question)
            tell();
        answerNext();
    };
    background_.run<Result>(
        [worker = worker_, weights = snapshot_, explain = std::move(explain)] {
            yieldToTraining();
            const std::chrono::nanoseconds begin = processorTime();
            struct Meter {
                Worker& worker;
                std::chrono::nanoseconds begin;
                ~Meter() { worker.used = processorTime() - begin; }
            } meter{*worker, begin};
            if (!worker->explainer)
                worker->explainer = std::make_unique<Explainer>(weights);
            worker->explainer->update(weights);
            return explain(*worker->explainer);
        },
        [end, report = std::move(report)](const Result& result) { end([&] { report(result); }); },
        [this, end](const Text& sentence) { end([&] { Q_EMIT failed(sentence); }); });
}

void ExplainService::endWork() {
    working_ = false;
    const PaceClock::time_point from = std::max(explainPace.restsUntil, PaceClock::now());
    const std::chrono::nanoseconds rest = restAfter(worker_->used, explainPace.training);
    if (rest.count() > 0)
        explainPace.restsUntil = from + rest;
}

} // namespace belfry
