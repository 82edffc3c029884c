// Three live charts, fed like a run: what one redraw costs when much data is held.
//   charts_bench [--points 2000000] [--ticks 50] [--per-tick 2000] [--towers 4] [--dark] [--show FILE.png]
// Prints the median and the slowest redraw in ms and the memory held; --show also saves a picture of the charts after
// a short run of 740 steps. Without a screen: QT_QPA_PLATFORM=offscreen (the default here).
#include "ui/charts/chart_group.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <random>

namespace belfry {
namespace {

constexpr int kColumnWidth = 640; // of the Train page at 1280x800
constexpr int kStepsPerEpoch = 107;

double milliseconds(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class Run {
public:
    Run(const Theme& theme, int towers) : group_(theme) {
        page_.setObjectName(QStringLiteral("page"));
        page_.setAutoFillBackground(true);
        QPalette colours = page_.palette();
        colours.setColor(QPalette::Window, theme.palette().window);
        page_.setPalette(colours);
        auto* column = new QVBoxLayout(&page_);
        column->setContentsMargins(8, 8, 8, 8);
        column->setSpacing(8);
        loss_ = add({.key = QStringLiteral("loss"),
                     .title = QStringLiteral("Loss"),
                     .canLog = true,
                     .log = true,
                     .canSmooth = true,
                     .markLabels = true,
                     .emptyText = QStringLiteral("Press Start")},
                    188);
        accuracy_ = add({.key = QStringLiteral("accuracy"),
                         .title = QStringLiteral("Accuracy"),
                         .yAxis = YAxisKind::Percent,
                         .format = YFormat::Percent,
                         .canSmooth = true,
                         .emptyText = QStringLiteral("Press Start")},
                        150);
        speed_ = add({.key = QStringLiteral("speed"),
                      .title = QStringLiteral("Images per second"),
                      .yAxis = YAxisKind::FromZero,
                      .format = YFormat::Count,
                      .canSmooth = true,
                      .xLabels = true,
                      .emptyText = QStringLiteral("Press Start"),
                      .keepPoints = std::size_t{2} << 20},
                     188);
        for (LiveChart* chart : {loss_, accuracy_}) {
            chart->addSeries({.key = QStringLiteral("each step"), .kind = SeriesKind::RawAndSmoothed});
            chart->addSeries({.key = QStringLiteral("validation"), .kind = SeriesKind::Dots, .colour = 1});
        }
        speed_->addSeries({.key = QStringLiteral("total"), .colour = SeriesSpec::kTextColour});
        for (int tower = 0; tower < towers; ++tower)
            speed_->addSeries({.key = QStringLiteral("GPU%1").arg(tower), .colour = tower});
        towers_ = towers;
        page_.resize(kColumnWidth + 16, 188 + 150 + 188 + 2 * 8 + 16);
        page_.show();
        QCoreApplication::processEvents(); // only an exposed window is painted
    }

    void step() {
        ++x_.step;
        x_.images += x_.step % kStepsPerEpoch == 0 ? 728 : 1024;
        x_.epoch = static_cast<double>(x_.step) / kStepsPerEpoch;
        x_.seconds += 0.0166 * (1 + 0.1 * normal_(random_));
        const double t = static_cast<double>(x_.step);
        const double level = 2.3 * std::exp(-t / 60) + 0.9 / (1 + t / 25);
        group_.append(x_);
        loss_->append(0, level * std::exp(0.28 * normal_(random_)));
        accuracy_->append(0, 1 - std::clamp(0.30 * level + 0.002 * normal_(random_), 0.0, 0.9));
        appendSpeed(t);
        if (x_.step % kStepsPerEpoch == 0) {
            loss_->appendDot(1, x_, 0.9 * level);
            accuracy_->appendDot(1, x_, 1 - 0.25 * level);
        }
    }

    void run(std::int64_t steps) {
        for (std::int64_t i = 0; i < steps; ++i)
            step();
    }

    // Redraws and paints at once, as the window's timer and the paint event would; ms by the wall clock and of this
    // thread's processor time, which a busy machine does not spoil.
    struct Cost {
        double wall, processor;
        bool operator<(const Cost& other) const { return wall < other.wall; }
    };
    Cost redraw() {
        const double wall = milliseconds(CLOCK_MONOTONIC), processor = milliseconds(CLOCK_THREAD_CPUTIME_ID);
        group_.redraw();
        for (LiveChart* chart : group_.charts())
            chart->view().viewport()->repaint();
        return {milliseconds(CLOCK_MONOTONIC) - wall, milliseconds(CLOCK_THREAD_CPUTIME_ID) - processor};
    }

    ChartGroup& group() { return group_; }
    QWidget& page() { return page_; }
    LiveChart& loss() { return *loss_; }

private:
    LiveChart* add(ChartSpec spec, int height) {
        LiveChart* chart = group_.addChart(std::move(spec), &page_);
        chart->setFixedHeight(height);
        page_.layout()->addWidget(chart);
        return chart;
    }

    void appendSpeed(double t) {
        const bool saving = x_.step > 318 && x_.step < 324; // a checkpoint
        const double speed = 59'500 * (1 - std::exp(-t / 12)) * (saving ? 0.55 : 1);
        double total = 0;
        for (int tower = 0; tower < towers_; ++tower) {
            const double share = speed / towers_ * (1.04 - 0.08 * tower / std::max(1, towers_ - 1));
            const double value = share * (1 + 0.008 * normal_(random_));
            speed_->append(tower + 1, value);
            total += value;
        }
        speed_->append(0, total);
    }

    std::mt19937 random_{7};
    std::normal_distribution<double> normal_;
    ChartGroup group_;
    QWidget page_;
    LiveChart *loss_, *accuracy_, *speed_;
    int towers_ = 0;
    XPoint x_;
};

void showPicture(const Theme& theme, int towers, const QString& file) {
    Run run(theme, towers);
    run.group().setSmoothing(0.9);
    run.run(740);
    run.group().mark(420, MarkKind::Setting, QStringLiteral("learning rate 0.001 → 0.0003"));
    run.group().mark(642, MarkKind::Best, QStringLiteral("best 98.9 %"));
    run.redraw();
    run.redraw();
    run.page().grab().save(file);
}

void measure(const Theme& theme, int towers, std::int64_t points, int ticks, std::int64_t perTick) {
    Run run(theme, towers);
    run.group().setSmoothing(0.97);
    run.run(points);
    for (int i = 0; i < 20; ++i) // smoothing catches up
        run.redraw();
    std::vector<Run::Cost> costs;
    for (int i = 0; i < ticks; ++i) {
        run.run(perTick);
        costs.push_back(run.redraw());
    }
    std::sort(costs.begin(), costs.end());
    const Run::Cost median = costs[costs.size() / 2];
    std::printf(
        "charts: %lld points, %d towers, %d redraws: median %.1f ms (processor %.1f ms), slowest %.1f ms; %.0f MB\n",
        static_cast<long long>(points), towers, ticks, median.wall, median.processor, costs.back().wall,
        static_cast<double>(run.group().bytes()) / 1e6);
}

int benchMain(QApplication& application) {
    QCommandLineParser parser;
    const auto option = [&](const char* name, const char* fallback) {
        parser.addOption(QCommandLineOption(QLatin1String(name), {}, QLatin1String(name), QLatin1String(fallback)));
    };
    option("points", "2000000");
    option("ticks", "50");
    option("per-tick", "2000");
    option("towers", "4");
    option("show", "");
    parser.addOption(QCommandLineOption(QStringLiteral("dark")));
    parser.process(application);
    const auto number = [&](const char* name) { return std::max(1, parser.value(QLatin1String(name)).toInt()); };

    Theme theme;
    theme.setMode(parser.isSet(QStringLiteral("dark")) ? Theme::Mode::Dark : Theme::Mode::Light);
    theme.apply(application);
    if (const QString file = parser.value(QStringLiteral("show")); !file.isEmpty())
        showPicture(theme, number("towers"), file);
    measure(theme, number("towers"), number("points"), number("ticks"), number("per-tick"));
    return 0;
}

} // namespace
} // namespace belfry

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    return belfry::benchMain(application);
}
