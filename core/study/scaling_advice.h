// Advice on how the towers of a plan become faster together, predicted from measurements. Plain values; any thread.
#pragma once

#include "core/exchange/exchange_table.h"
#include "core/study/bottleneck.h"
#include "core/study/scaling_model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

// Towers as they were measured. Speed-up: against one tower with as many images of its own.
struct MeasuredTowers {
    int towers = 1;
    std::int64_t batch = 0; // images per tower
    double milliseconds = 0;
    std::vector<StageTimes> stages; // means per step, by tower
    double speedUp = 1;
    std::string exchange, feed;
    int sharing = 1; // of them on the fullest device
};

// Further facts for the advice.
struct Alternatives {
    ComputeTimeModel work;             // of one tower, without exchange and update
    double singleTowerOverhead = 0;    // milliseconds of those two with one tower
    std::vector<std::int64_t> batches; // images per tower that all towers could take, among the work's points
    std::vector<ExchangeTrial> trials; // of the strategies that these towers can use
    bool residentFits = true;          // the devices have room for all training images
    std::vector<MeasuredTowers> fewer; // with the same batch per tower
};

struct Advice {
    enum class Kind { None, LargerBatch, OtherExchange, ResidentFeed, FewerTowers };
    Kind kind = Kind::None;
    Bottleneck bottleneck;
    int towers = 1; // None: that there are; FewerTowers: that would be better
    int presentTowers = 1;
    std::int64_t batch = 0, presentBatch = 0;
    std::string exchange, presentExchange, presentFeed;
    double speedUp = 1;         // predicted; None: measured
    double presentSpeedUp = 1;  // measured
    double imagesPerSecond = 0; // predicted, of all towers
};

// The best advice of at least a twentieth more; remedies for other bottlenecks are not considered.
Advice adviceFor(const MeasuredTowers& present, const Alternatives& others);

// "Tower 2 waits 31 % of each step for the exchange; 512 images per tower instead of 64 would give 3.6x (now 2.1x)."
Text sentenceOf(const Advice& advice);
Text towersText(int count); // "1 tower", "2 towers"

} // namespace belfry
