#include "core/study/scaling.h"

#include <locale>
#include <sstream>

namespace belfry {

std::string scalingCsv(const ScalingFinding& finding) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "mode,towers,batch_per_tower,global_batch,exchange,repeats,images_per_second,images_per_second_deviation,"
            "speed_up,speed_up_deviation,efficiency,efficiency_deviation,predicted_images_per_second,"
            "predicted_speed_up,step_ms,tower";
    for (const Stage& stage : kEveryStage)
        text << ',' << stage.name << "_ms";
    text << '\n';
    for (const ScalingPoint& point : finding.points)
        for (std::size_t tower = 0; tower < point.stages.size(); ++tower) {
            const StageTimes& times = point.stages[tower];
            text << scalingModeName(point.mode) << ',' << point.towers << ',' << point.batchPerTower << ','
                 << point.globalBatch << ',' << point.exchange << ',' << point.repeats << ','
                 << point.imagesPerSecond.mean << ',' << point.imagesPerSecond.deviation << ',' << point.speedUp.mean
                 << ',' << point.speedUp.deviation << ',' << point.efficiency.mean << ',' << point.efficiency.deviation
                 << ',' << point.predictedPerSecond << ',' << point.predictedSpeedUp << ',' << point.milliseconds << ','
                 << tower;
            for (const Stage& stage : kEveryStage)
                text << ',' << times.*stage.milliseconds;
            text << '\n';
        }
    return text.str();
}

} // namespace belfry
