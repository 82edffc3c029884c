// Looks into a network for the window, on a thread of its own at the lowest priority: the newest question wins, one is
// in work, and the GUI thread never waits. While something in this program trains, all services together rest after
// each explanation (restAfter()). GUI thread only.
#pragma once

#include "core/explain/explainer.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <QTimer>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

// What a network's layers make of one picture.
struct SeenLayers {
    std::vector<LayerMaps> maps;
    std::optional<FilterPictures> filters; // of the first convolution
    std::vector<std::uint8_t> picture;     // the one that was asked about
    std::int64_t step = 0;                 // of the snapshot
};

class ExplainService : public QObject {
    Q_OBJECT
public:
    explicit ExplainService(QObject* parent = nullptr); // the destructor waits for the explanation in work

    // Whether a run or a search is in progress. Counts for every service.
    static void setTraining(bool training);
    static bool isTraining();
    // How long to rest after work that took a processor so long: training that waits for the slowest of its cores then
    // loses at most 2 %. None where nothing trains.
    static std::chrono::nanoseconds restAfter(std::chrono::nanoseconds work, bool training);
    bool isResting() const { return rest_.isActive(); } // with a question that waits

    // Weights to explain from now on; null: none. What is wanted is answered again.
    void setSnapshot(std::shared_ptr<const Snapshot> snapshot);
    // The picture, of the snapshot's shape (height x width x channels); all others waiting are forgotten.
    void ask(std::vector<std::uint8_t> picture);
    void forget(); // there is no picture: no answer about one
    // `label`: of whichever class; none: of the answer.
    void wantHeatMap(bool wanted, std::optional<int> label = {});
    void wantLayers(bool wanted);
    // What the layers do over these contiguous pictures; null: not wanted.
    void wantHealth(std::shared_ptr<const std::vector<std::uint8_t>> pictures);

Q_SIGNALS:
    void looked(const belfry::HeatMap& map, const std::vector<std::uint8_t>& picture);
    void layersSeen(const std::shared_ptr<const belfry::SeenLayers>& seen);
    void healthChecked(const std::vector<belfry::LayerHealth>& health);
    void failed(const belfry::Text& sentence);

private:
    enum Kind { Heat, Layers, Health };
    static constexpr std::size_t kKinds = 3;
    struct Wish {
        bool wanted = false, open = false; // open: not answered since something changed
        std::uint64_t question = 0;        // incremented where the answer to an earlier one is dropped
    };
    struct Worker { // used by the background's thread, and read here between its jobs
        std::unique_ptr<Explainer> explainer;
        std::chrono::nanoseconds used{};
    };
    void want(Kind kind, bool wanted);
    void reopen(std::initializer_list<Kind> kinds, bool dropAnswers);
    bool canAnswer(Kind kind) const;
    std::chrono::steady_clock::time_point restsUntil(Kind kind) const;
    void answerNext(); // unless one is in work, nothing is open, or it is time to rest
    void answer(Kind kind);
    template <typename Result>
    void work(Kind kind, std::function<Result(Explainer&)> explain, std::function<void(const Result&)> report);
    void endWork();

    std::shared_ptr<const Snapshot> snapshot_;
    std::vector<std::uint8_t> picture_; // empty: none
    std::optional<int> label_;
    std::shared_ptr<const std::vector<std::uint8_t>> healthPictures_;
    std::array<Wish, kKinds> wishes_;
    std::size_t last_ = Health; // answered: the others come first
    bool working_ = false, healthIsDear_ = false;
    std::chrono::steady_clock::time_point layersSeenAt_; // last
    QTimer rest_;
    std::shared_ptr<Worker> worker_ = std::make_shared<Worker>();
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
