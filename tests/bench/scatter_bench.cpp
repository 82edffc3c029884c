// The map of the pictures: what one redraw costs, and what finding points costs.
//   scatter_bench [--points 10000] [--redraws 60] [--dark] [--show FILE.png]
// Prints the median and the slowest redraw in ms, of points that have moved, as while a layout is refined, and after a
// pan; and the time of a lasso. Without a screen: QT_QPA_PLATFORM=offscreen (the default here).
#include "core/base/ground_colours.h"
#include "ui/charts/scatter_plot.h"

#include <QApplication>
#include <QCommandLineParser>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

namespace belfry {
namespace {

constexpr int kClasses = 10;
constexpr QSize kMap(780, 420); // of the Evaluate page at 1280x720

double now() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A heap for each class, as networks make them.
std::vector<ScatterPoint> heaps(int count, std::mt19937& random) {
    std::normal_distribution<float> spread(0, 0.09F);
    std::vector<ScatterPoint> points;
    for (int i = 0; i < count; ++i) {
        const double turn = 2 * M_PI * (i % kClasses) / kClasses;
        const float x = static_cast<float>(0.7 * std::cos(turn)) + spread(random);
        points.push_back({x, static_cast<float>(0.7 * std::sin(turn)) + spread(random)});
    }
    return points;
}

void print(const char* what, int points, std::vector<double> times) {
    std::ranges::sort(times);
    std::printf("map: %d points, %s: median %.1f ms, slowest %.1f ms\n", points, what, times[times.size() / 2],
                times.back());
}

void measure(const Theme& theme, int points, int redraws, const QString& file) {
    std::mt19937 random(7);
    ScatterPlot plot(theme, "plot", "Points");
    plot.resize(kMap);
    plot.show();
    QCoreApplication::processEvents(); // only an exposed window is painted
    plot.setPoints(heaps(points, random));
    ScatterLooks looks;
    for (int i = 0; i < points; ++i)
        looks.ofPoint.push_back(static_cast<std::uint8_t>(i % kClasses));
    for (int label = 0; label < kClasses; ++label)
        looks.colours.push_back(theme.shade(classColour(label)));
    plot.setLooks(looks);
    plot.repaint();
    if (!file.isEmpty())
        plot.grab().save(file);
    std::vector<double> moved, redrawn, chosen;
    for (int i = 0; i < redraws; ++i) {
        std::vector<ScatterPoint> next = heaps(points, random);
        const double begin = now();
        plot.movePoints(std::move(next));
        plot.repaint();
        moved.push_back(now() - begin);
    }
    for (int i = 0; i < redraws; ++i) {
        const double begin = now();
        plot.zoomBy(i % 2 == 0 ? 1.05 : 1 / 1.05);
        plot.repaint();
        redrawn.push_back(now() - begin);
    }
    std::vector<ScatterPoint> lasso;
    for (int i = 0; i < 200; ++i)
        lasso.push_back(
            {static_cast<float>(0.8 * std::cos(i * 0.0314)), static_cast<float>(0.8 * std::sin(i * 0.0314))});
    const ScatterIndex index(plot.points());
    for (int i = 0; i < redraws; ++i) {
        const double begin = now();
        const std::size_t found = index.inside(lasso).size();
        chosen.push_back(found > 0 ? now() - begin : NAN);
    }
    print("moved and redrawn", points, moved);
    print("redrawn after a zoom", points, redrawn);
    print("a lasso of 200 corners", points, chosen);
}

int benchMain(QApplication& application) {
    QCommandLineParser parser;
    parser.addOption({QStringLiteral("points"), {}, QStringLiteral("points"), QStringLiteral("10000")});
    parser.addOption({QStringLiteral("redraws"), {}, QStringLiteral("redraws"), QStringLiteral("60")});
    parser.addOption({QStringLiteral("show"), {}, QStringLiteral("show"), {}});
    parser.addOption(QCommandLineOption(QStringLiteral("dark")));
    parser.process(application);
    Theme theme;
    theme.setMode(parser.isSet(QStringLiteral("dark")) ? Theme::Mode::Dark : Theme::Mode::Light);
    theme.apply(application);
    measure(theme, std::max(1, parser.value(QStringLiteral("points")).toInt()),
            std::max(1, parser.value(QStringLiteral("redraws")).toInt()), parser.value(QStringLiteral("show")));
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
