// A page of charts as the Train page has it, small and without a clock: tests redraw by hand.
#pragma once

#include "ui/charts/chart_group.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLocale>
#include <QTemporaryDir>
#include <QVBoxLayout>
#include <QWidget>

namespace belfry {

struct ChartFixture : testing::Test {
    QLocale localeBefore;
    Theme theme;
    ChartGroup group{theme};
    QWidget page;
    LiveChart *loss, *accuracy, *speed;
    int lossTrain, lossValidation, accuracyTrain, accuracyValidation, total, tower0;

    ChartFixture() {
        QLocale::setDefault(QLocale::c());
        theme.setMode(Theme::Mode::Light);
        new QVBoxLayout(&page);
        loss = add({.key = "loss",
                    .title = "Loss",
                    .canLog = true,
                    .canSmooth = true,
                    .markLabels = true,
                    .emptyText = "Press Start"});
        accuracy = add({.key = "accuracy",
                        .title = "Accuracy",
                        .yAxis = YAxisKind::Percent,
                        .format = YFormat::Percent,
                        .canSmooth = true});
        speed = add({.key = "speed",
                     .title = "Images per second",
                     .yAxis = YAxisKind::FromZero,
                     .format = YFormat::Count,
                     .xLabels = true});
        lossTrain = loss->addSeries({.key = "each step", .kind = SeriesKind::RawAndSmoothed});
        lossValidation = loss->addSeries({.key = "validation", .kind = SeriesKind::Dots, .colour = 1});
        accuracyTrain = accuracy->addSeries({.key = "each step", .kind = SeriesKind::RawAndSmoothed});
        accuracyValidation = accuracy->addSeries({.key = "validation", .kind = SeriesKind::Dots, .colour = 1});
        total = speed->addSeries({.key = "total", .colour = SeriesSpec::kTextColour});
        tower0 = speed->addSeries({.key = "GPU0", .colour = 0});
        page.resize(640, 620);
        page.show();
        QApplication::processEvents();
    }
    ~ChartFixture() override { QLocale::setDefault(localeBefore); }

    LiveChart* add(ChartSpec spec) {
        LiveChart* chart = group.addChart(std::move(spec), &page);
        page.layout()->addWidget(chart);
        return chart;
    }

    static XPoint at(std::int64_t step) {
        return {step, static_cast<double>(step) / 100, 64 * step, 0.5 * static_cast<double>(step)};
    }

    void feed(std::int64_t step, double lossValue) {
        group.append(at(step));
        loss->append(lossTrain, lossValue);
        accuracy->append(accuracyTrain, 0.9);
        speed->append(total, 1000);
        speed->append(tower0, 500);
    }

    void feedMany(std::int64_t first, std::int64_t last) {
        for (std::int64_t step = first; step <= last; ++step)
            feed(step, 1 + 0.1 * std::sin(static_cast<double>(step)));
    }

    template <typename Widget>
    Widget* find(const char* name) {
        return page.findChild<Widget*>(QLatin1String(name));
    }
};

} // namespace belfry
