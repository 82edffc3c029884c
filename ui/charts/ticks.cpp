#include "ui/charts/ticks.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

namespace belfry {
namespace {

struct ChartAxes {
    Q_DECLARE_TR_FUNCTIONS(belfry::ChartAxes)
};

QString fixed(double value, int decimals) {
    const double unit = std::pow(10.0, -decimals);
    return QLocale().toString(std::abs(value) < 0.5 * unit ? 0.0 : value, 'f', decimals);
}

int decimalsFor(double step) { return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9); }

// 1, 2 or 5 times a power of ten, not below `minStep`; 2.5 never: its labels are longer.
double niceStep(double minStep) {
    const double power = std::pow(10.0, std::floor(std::log10(minStep)));
    for (double factor : {1.0, 2.0, 5.0})
        if (factor * power >= minStep * (1 - 1e-9))
            return factor * power;
    return 10 * power;
}

double niceSeconds(double minStep) {
    static constexpr std::array kSteps{1.0,   2.0,   5.0,    10.0,   15.0,   30.0,    60.0,    120.0,  300.0,
                                       600.0, 900.0, 1800.0, 3600.0, 7200.0, 10800.0, 21600.0, 43200.0};
    if (minStep <= kSteps.front())
        return niceStep(minStep);
    for (double step : kSteps)
        if (step >= minStep)
            return step;
    return 86400 * niceStep(minStep / 86400);
}

struct Scale {
    double factor;
    const char* suffix;
};

Scale scaleFor(double value) {
    const double size = std::abs(value);
    if (size >= 1e9)
        return {1e9, " G"};
    if (size >= 1e6)
        return {1e6, " M"};
    if (size >= 1e3)
        return {1e3, " k"};
    return {1, ""};
}

QString scaled(double value, const Scale& scale, double step) {
    if (value == 0)
        return QStringLiteral("0");
    return fixed(value / scale.factor, decimalsFor(step / scale.factor)) + QLatin1String(scale.suffix);
}

QString tickText(double value, double step, YFormat format) {
    if (format == YFormat::Percent)
        return fixed(value, decimalsFor(step)) + QStringLiteral(" %");
    if (format == YFormat::Count)
        return scaled(value, scaleFor(value), step);
    if (value != 0 && (std::abs(value) >= 1e6 || step < 1e-4))
        return QLocale().toString(value, 'g', 3);
    return fixed(value, decimalsFor(step));
}

// Multiples of `step` in the range.
template <typename Visit>
void multiples(const Interval& range, double step, Visit visit) {
    const double first = std::ceil(range.low / step - 1e-6);
    const double last = std::floor(range.high / step + 1e-6);
    for (double i = first; i <= last && i - first < 200; ++i)
        visit(i * step);
}

std::vector<Tick> linearTicks(const Interval& range, YFormat format, int count) {
    std::vector<Tick> ticks;
    const double step = niceStep(range.span() / std::max(1, count));
    multiples(range, step, [&](double value) { ticks.push_back({value, tickText(value, step, format)}); });
    return ticks;
}

// Labels at the factors of each power of ten, where they fit; grid lines also at the 2s.
std::vector<Tick> decadeTicks(const Interval& range, YFormat format, int count) {
    const double decades = range.span();
    const double every = std::max(1.0, std::ceil(decades / std::max(1, count)));
    const bool fives = 1.6 * decades <= count; // from 5 to 10 is 0.3 decades: half the room of a label
    std::vector<Tick> ticks;
    for (double power = std::floor(range.low); power <= range.high; ++power) {
        for (double factor : {1.0, 2.0, 5.0}) {
            const double position = power + std::log10(factor);
            const bool labelled = factor == 1 ? std::fmod(power, every) == 0 : factor == 5 && fives;
            if (!range.contains(position) || (factor != 1 && !fives) || (factor == 1 && !labelled))
                continue;
            const double value = factor * std::pow(10.0, power);
            ticks.push_back({position, labelled ? tickText(value, value, format) : QString(), factor != 1});
        }
    }
    return ticks;
}

std::vector<Tick> logTicks(const Interval& range, YFormat format, int count) {
    std::vector<Tick> ticks = decadeTicks(range, format, count);
    const auto labels =
        std::count_if(ticks.begin(), ticks.end(), [](const Tick& tick) { return !tick.label.isEmpty(); });
    if (labels >= 2)
        return ticks;
    ticks.clear(); // less than a decade: round values at their places
    const Interval values{std::pow(10.0, range.low), std::pow(10.0, range.high)};
    for (Tick& tick : linearTicks(values, format, count))
        if (tick.position > 0)
            ticks.push_back({std::log10(tick.position), tick.label});
    return ticks;
}

QString xTickText(double value, double step, XAxis axis) {
    if (axis == XAxis::Epoch || (axis == XAxis::Seconds && step < 1))
        return fixed(value, decimalsFor(step));
    if (axis == XAxis::Seconds)
        return durationText(std::floor(value + 1e-9));
    if (std::abs(value) < 1e4)
        return QLocale().toString(value, 'f', 0);
    return scaled(value, scaleFor(value), step);
}

QString withUnit(const QString& label, double value, XAxis axis, double step) {
    if (axis == XAxis::Seconds)
        return step < 1 ? ChartAxes::tr("%1 s").arg(label) : label;
    const bool whole = std::abs(value - std::round(value)) < 1e-9;
    const std::int64_t count = whole ? std::llround(value) : 2; // numbers with decimals take the plural
    const std::string words = (whole && step < 1 ? fixed(value, 0) : label).toStdString();
    return translated(axis == XAxis::Step    ? Text::plural("%1 steps", "%1 step", count, words)
                      : axis == XAxis::Epoch ? Text::plural("%1 epochs", "%1 epoch", count, words)
                                             : Text::plural("%1 images", "%1 image", count, words));
}

} // namespace

std::vector<Tick> yTicks(const Interval& range, bool log, YFormat format, int count) {
    if (range.empty() || range.span() <= 0)
        return {};
    return log ? logTicks(range, format, count) : linearTicks(range, format, count);
}

std::vector<Tick> xTicks(const Interval& range, XAxis axis, int count) {
    if (range.empty() || range.span() <= 0)
        return {};
    const double minStep = range.span() / std::max(1, count);
    double step = axis == XAxis::Seconds ? niceSeconds(minStep) : niceStep(minStep);
    if (axis == XAxis::Step || axis == XAxis::Images)
        step = std::max(step, 1.0);
    std::vector<Tick> ticks;
    multiples(range, step, [&](double value) { ticks.push_back({value, xTickText(value, step, axis)}); });
    if (!ticks.empty())
        ticks.back().label = withUnit(ticks.back().label, ticks.back().position, axis, step);
    return ticks;
}

void dropCoveredLabels(std::vector<Tick>& ticks, double gap, const std::function<Interval(const Tick&)>& place) {
    std::vector<Interval> taken;
    const auto isFree = [&](const Interval& room) {
        return std::ranges::none_of(
            taken, [&](const Interval& other) { return room.low < other.high + gap && other.low < room.high + gap; });
    };
    bool minorsFit = true;
    for (const bool minor : {false, true}) {
        for (Tick& tick : ticks | std::views::reverse) {
            if (tick.minor != minor || tick.label.isEmpty())
                continue;
            const Interval room = place(tick);
            if (isFree(room)) {
                taken.push_back(room);
                continue;
            }
            tick.label.clear();
            minorsFit = minorsFit && !minor;
        }
    }
    for (Tick& tick : ticks)
        if (tick.minor && !minorsFit)
            tick.label.clear();
}

QString valueText(double value, YFormat format) {
    if (!std::isfinite(value))
        return std::isnan(value) ? QStringLiteral("NaN") : QStringLiteral("inf");
    const double size = std::abs(value);
    if (format == YFormat::Percent)
        return fixed(value, size > 99.9 && size < 100 ? 2 : 1) + QStringLiteral(" %");
    if (format == YFormat::Count) {
        const Scale scale = scaleFor(value);
        return fixed(value / scale.factor, scale.factor > 1 && size / scale.factor < 1000 ? 1 : 0) +
               QLatin1String(scale.suffix);
    }
    if (size != 0 && (size < 1e-4 || size >= 1e6))
        return QLocale().toString(value, 'e', 1);
    const int before = size == 0 ? 0 : static_cast<int>(std::floor(std::log10(size)));
    return fixed(value, std::clamp(2 - before, 0, 6));
}

QString xText(const XPoint& point, XAxis axis) {
    if (axis == XAxis::Epoch)
        return fixed(point.epoch, 2);
    if (axis == XAxis::Seconds)
        return durationText(std::floor(point.seconds + 1e-9)); // the second that has passed
    return countText(axis == XAxis::Step ? point.step : point.images);
}

QString axisName(XAxis axis) {
    constexpr std::array kNames{
        QT_TRANSLATE_NOOP("belfry::ChartAxes", "step"), QT_TRANSLATE_NOOP("belfry::ChartAxes", "epoch"),
        QT_TRANSLATE_NOOP("belfry::ChartAxes", "images"), QT_TRANSLATE_NOOP("belfry::ChartAxes", "time")};
    return ChartAxes::tr(kNames[static_cast<std::size_t>(axis)]);
}

} // namespace belfry
