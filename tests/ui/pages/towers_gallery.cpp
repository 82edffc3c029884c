#include "tests/ui/pages/towers_gallery.h"

#include "core/model/blueprint.h"
#include "tests/ui/pages/gallery.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/number_field.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <cmath>

namespace belfry {
namespace {

std::vector<std::string> gpus(int count) {
    std::vector<std::string> devices;
    for (int i = 0; i < count; ++i) {
        devices.push_back("cuda:" + std::to_string(i));
    }
    return devices;
}

Started startedOn(const std::vector<std::string>& devices) {
    Started started;
    for (const std::string& device : devices) {
        started.placement.push_back({.tower = static_cast<int>(started.placement.size()),
                                     .device = device,
                                     .deviceName = device == "cpu" ? "AMD EPYC 9654" : "NVIDIA H200",
                                     .batch = 512});
    }
    auto blueprint = std::make_shared<Blueprint>();
    blueprint->flatSize = 61'706;
    blueprint->image = {1, 28, 28};
    started.blueprint = blueprint;
    return started;
}

} // namespace

void TowersGallery::measure(int towers, int repeats) {
    window_.findChild<SpinBox*>(QStringLiteral("towersUpToField"))->setNumber(towers);
    window_.findChild<SpinBox*>(QStringLiteral("repeatsField"))->setNumber(repeats);
    window_.findChild<QAbstractButton*>(QStringLiteral("measureButton"))->click();
}

void TowersGallery::saveMeasurements() {
    ScalingPage* page = window_.scalingPage();
    save_("scaling-empty");
    page->setBusy(true);
    save_("scaling-busy");
    page->setBusy(false);
    const Plan before = window_.trainPage()->plan();
    Plan small = before;
    small.globalBatch = 0;
    small.batchPerTower = 50'000;
    window_.trainPage()->setPlan(small);
    measure(2, 1);
    const auto* banner = window_.findChild<QWidget*>(QStringLiteral("scalingBanner"));
    waitFor("the banner", [banner] { return banner->isVisible(); });
    save_("scaling-failed");
    small.model = "mlp";
    small.batchPerTower = 64;
    window_.trainPage()->setPlan(small);
    measure(2, 100);
    const auto* table = window_.findChild<QTableWidget*>(QStringLiteral("scalingTable"));
    waitFor("a measurement", [table] { return table->rowCount() > 1; });
    save_("scaling-measuring");
    window_.findChild<QAbstractButton*>(QStringLiteral("stopMeasuringButton"))->click();
    waitFor("the stop", [page] { return !page->isMeasuring(); });
    save_("scaling-stopped");
    const auto* sentence = window_.findChild<QLabel*>(QStringLiteral("scalingSentence"));
    const auto said = [sentence] { return sentence->isVisible(); };
    measure(1, 2);
    waitFor("one tower's figures", said);
    save_("scaling-one");
    measure(3, 2);
    waitFor("several towers' figures", said);
    window_.trainPage()->setPlan(before);
    save_("scaling-measured");
    saveAdvice();
}

// Of eight GPUs, with an advice.
void TowersGallery::saveAdvice() {
    auto finding = std::make_shared<ScalingFinding>();
    for (const ScalingMode mode : {ScalingMode::PerTower, ScalingMode::Global}) {
        for (const int towers : {1, 2, 4, 8}) {
            const double loss = (mode == ScalingMode::PerTower ? 0.06 : 0.14) * (towers - 1),
                         speedUp = towers / (1 + loss);
            ScalingPoint point{.mode = mode, .towers = towers, .batchPerTower = 64, .exchange = "cpu", .repeats = 5};
            point.globalBatch = mode == ScalingMode::PerTower ? 64 * towers : 512;
            point.imagesPerSecond = {21'000 * speedUp, 600};
            point.speedUp = {speedUp, 0.07 * towers / 2};
            point.efficiency = {speedUp / towers, 0.035};
            point.predictedSpeedUp = 0.96 * towers / (1 + 0.8 * loss);
            point.predictedPerSecond = 21'000 * point.predictedSpeedUp;
            point.milliseconds = 3.1 * (1 + loss);
            for (int tower = 0; tower < towers; ++tower) {
                const auto rest = static_cast<float>(3.1 * loss);
                point.stages.push_back(
                    {0.02F, 0.1F, 1, 1.8F, 0.7F * rest, 0.05F, 0.02F * static_cast<float>(tower), 64});
            }
            finding->points.push_back(point);
        }
    }
    finding->work = ComputeTimeModel({{64, 3.05}, {512, 21.5}});
    finding->exchange = {246'824, 3.2e9};
    finding->advice = Advice{.kind = Advice::Kind::LargerBatch, .towers = 8, .batch = 512};
    finding->sentence =
        Text::verbatim("Every tower waits 31 % of each step for the exchange; 512 images per tower instead of 64 would "
                       "give 7.2x (now 5.6x).");
    finding->done = finding->all = 40;
    window_.scalingPage()->showFinding(finding);
    auto* figure = window_.findChild<QComboBox*>(QStringLiteral("scalingFigureField"));
    for (const auto& [index, name] :
         {std::pair{0, "scaling-advice"}, {1, "scaling-speed"}, {2, "scaling-efficiency"}}) {
        figure->setCurrentIndex(index);
        save_(name);
    }
    figure->setCurrentIndex(0);
}

void TowersGallery::saveDiagrams() {
    const std::vector<std::string> cpus(2, "cpu");
    const struct {
        const char *exchange, *name, *feed;
        std::vector<std::string> devices;
    } runs[] = {{"cpu", "scaling", "direct", cpus},
                {"cpu", "scaling-alone", "direct", {"cpu"}},
                {"allreduce", "scaling-shared", "direct", cpus},
                {"async", "scaling-async", "direct", cpus},
                {"cpu", "scaling-cpu", "resident", gpus(4)},
                {"first", "scaling-first", "direct", {"cuda:0", "cuda:1", "cuda:0", "cuda:1"}},
                {"allreduce", "scaling-allreduce", "direct", gpus(2)}};
    for (const auto& run : runs) {
        showTowers(run.exchange, run.devices, run.feed);
        save_(run.name);
    }
    window_.resize(1280, 720);
    save_("scaling-small");
    showTowers("first", gpus(3));
    save_("scaling-small-first");
    for (const auto& [exchange, name] : {std::pair{"cpu", "scaling-eight"},
                                         {"first", "scaling-eight-first"},
                                         {"allreduce", "scaling-eight-allreduce"}}) {
        showTowers(exchange, gpus(8));
        save_(name);
    }
    showTowers("allreduce", std::vector<std::string>(11, "cpu"));
    save_("scaling-eleven");
}

void TowersGallery::showTowers(const char* exchange, const std::vector<std::string>& devices, const char* feed) {
    Started started = startedOn(devices);
    started.plan.exchange = exchange;
    started.plan.feed = feed;
    StepDone step;
    step.step = 312;
    step.towers.assign(devices.size(), {0.02F, 0.11F, 3.1F, 6.25F, 0.31F, 0.052F, 0.4F, 512});
    window_.scalingPage()->showRun(started);
    window_.scalingPage()->showSteps({step});
}

void TowersGallery::saveStages() {
    auto* charts = window_.findChild<ChartsPanel*>();
    const auto run = [&](const std::vector<std::string>& devices, const char* name) {
        charts->start(startedOn(devices));
        for (int number = 1; number <= 300; ++number) {
            const double wave = std::sin(0.1 * number);
            StepDone step{.step = number,
                          .epoch = number / 100.0,
                          .images = 512 * static_cast<std::int64_t>(devices.size()) * number,
                          .seconds = 0.016 * number,
                          .loss = static_cast<float>(2.3 * std::exp(-0.01 * number)),
                          .accuracy = static_cast<float>(1 - 0.9 * std::exp(-0.01 * number)),
                          .milliseconds = 16};
            for (std::size_t tower = 0; tower < devices.size(); ++tower) {
                const float slower = 0.4F * static_cast<float>(tower % 3 + 0.2 * wave);
                step.towers.push_back({0.5F, 0.8F, 3.3F, 5.3F - slower, 2.4F, 0.3F, slower, 512});
            }
            charts->addSteps({step});
        }
        QTest::qWait(300);
        save_(name);
    };
    run({"cpu"}, "train-one-tower");
    run({"cpu", "cpu"}, "train-two-towers");
    run(gpus(64), "train-64-towers");
    run(gpus(8), "train-eight-towers");
}

} // namespace belfry
