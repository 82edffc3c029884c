#include "core/report/curve_picture.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace belfry {
namespace {

constexpr double kWidth = 640, kHeight = 300;
constexpr double kLeft = 62, kRight = 14, kTop = 30, kBottom = 44; // margins
constexpr double kLogarithmicFrom = 30;                            // times the least value
constexpr std::size_t kMostDots = 40;                              // points of a curve that are marked

std::string coordinate(double value) { return decimals(value, 1).english(); }

struct Span {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void take(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    void widen() { // a single value has room on both sides
        if (high > low)
            return;
        const double room = high == 0 ? 1 : std::abs(high) * 0.1;
        low -= room;
        high += room;
    }
};

struct Scale {
    Span x, y;
    bool logarithmic = false;

    double place(double yValue) const { return logarithmic ? std::log10(yValue) : yValue; }
    double across(double xValue) const {
        return kLeft + (xValue - x.low) / (x.high - x.low) * (kWidth - kLeft - kRight);
    }
    double down(double yValue) const {
        const double low = place(y.low), high = place(y.high);
        return kHeight - kBottom - (place(yValue) - low) / (high - low) * (kHeight - kTop - kBottom);
    }
};

std::vector<Curve> finiteOnly(const std::vector<Curve>& curves) {
    std::vector<Curve> finite = curves;
    for (Curve& curve : finite)
        std::erase_if(
            curve.points, [](const CurvePoint& point) { return !std::isfinite(point.x) || !std::isfinite(point.y); });
    std::erase_if(finite, [](const Curve& curve) { return curve.points.empty(); });
    return finite;
}

Scale scaleOf(const std::vector<Curve>& curves, bool fromZero) {
    Scale scale;
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points) {
            scale.x.take(point.x);
            scale.y.take(point.y);
        }
    if (fromZero)
        scale.y.take(0);
    scale.logarithmic = scale.y.low > 0 && scale.y.high > kLogarithmicFrom * scale.y.low;
    scale.x.widen();
    scale.y.widen();
    return scale;
}

std::string tickText(double value) {
    if (std::abs(value) < 10'000)
        return significant(value, 4).english();
    return significant(value / 1000, 4).english() + "k";
}

const char* styleName(CurveStyle style) {
    switch (style) {
    case CurveStyle::Faint:
        return "faint";
    case CurveStyle::First:
        return "first";
    case CurveStyle::Second:
        break;
    }
    return "second";
}

Html lineFrom(double x1, double y1, double x2, double y2, const std::string& kind) {
    return el("line", Attributes{{"class", kind},
                                 {"x1", coordinate(x1)},
                                 {"y1", coordinate(y1)},
                                 {"x2", coordinate(x2)},
                                 {"y2", coordinate(y2)}});
}

Html wordsAt(double x, double y, const std::string& anchor, const std::string& words) {
    return el("text", Attributes{{"x", coordinate(x)}, {"y", coordinate(y)}, {"text-anchor", anchor}}, words);
}

Html axes(const Scale& scale, const CurveFigure& figure) {
    Html all;
    const std::vector<double> rows =
        scale.logarithmic ? logarithmicTicks(scale.y.low, scale.y.high) : roundTicks(scale.y.low, scale.y.high, 5);
    for (const double tick : rows) {
        all += lineFrom(kLeft, scale.down(tick), kWidth - kRight, scale.down(tick), "grid");
        all += wordsAt(kLeft - 6, scale.down(tick) + 4, "end", tickText(tick));
    }
    for (const double tick : roundTicks(scale.x.low, scale.x.high, 6)) {
        all += lineFrom(scale.across(tick), kHeight - kBottom, scale.across(tick), kHeight - kBottom + 4, "axis");
        all += wordsAt(scale.across(tick), kHeight - kBottom + 17, "middle", tickText(tick));
    }
    all += lineFrom(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "axis");
    all += wordsAt((kLeft + kWidth - kRight) / 2, kHeight - 8, "middle", figure.xTitle);
    const std::string turned = "rotate(-90 14 " + coordinate((kTop + kHeight - kBottom) / 2) + ")";
    all += el("text",
              Attributes{{"x", "14"},
                         {"y", coordinate((kTop + kHeight - kBottom) / 2)},
                         {"text-anchor", "middle"},
                         {"transform", turned}},
              figure.yTitle, scale.logarithmic ? ", logarithmic" : "");
    return all;
}

Html drawn(const Curve& curve, const Scale& scale) {
    const std::vector<CurvePoint> points = thinned(curve.points);
    const std::string kind = styleName(curve.style);
    std::string path;
    Html dots;
    for (const CurvePoint& point : points) {
        const std::string x = coordinate(scale.across(point.x)), y = coordinate(scale.down(point.y));
        path += (path.empty() ? "" : " ") + x + ',' + y;
        if (points.size() <= kMostDots)
            dots += el("circle", Attributes{{"class", kind}, {"cx", x}, {"cy", y}, {"r", "2.5"}});
    }
    Html all = el("polyline", Attributes{{"class", kind}, {"points", path}});
    all += dots;
    return all;
}

Html legend(const std::vector<Curve>& curves) {
    constexpr double kLetter = 6.4, kSample = 22, kGap = 18; // widths: of a letter, about
    Html all;
    double x = kLeft;
    for (const Curve& curve : curves) {
        all += lineFrom(x, 14, x + kSample - 5, 14, styleName(curve.style));
        all += wordsAt(x + kSample, 18, "start", curve.name);
        x += kSample + kLetter * static_cast<double>(curve.name.size()) + kGap;
    }
    return all;
}

} // namespace

std::vector<CurvePoint> thinned(std::span<const CurvePoint> points, std::size_t most) {
    if (points.size() <= most)
        return {points.begin(), points.end()};
    const std::size_t parts = std::max<std::size_t>(1, most / 2);
    const double first = points.front().x, width = points.back().x - first;
    std::vector<CurvePoint> few;
    std::size_t begin = 0;
    for (std::size_t part = 1; part <= parts; ++part) {
        std::size_t end = begin;
        const double until = first + width * static_cast<double>(part) / static_cast<double>(parts);
        while (end < points.size() && (part == parts || points[end].x < until))
            ++end;
        if (end == begin)
            continue;
        const auto among = points.subspan(begin, end - begin);
        auto [least, greatest] = std::ranges::minmax_element(among, {}, &CurvePoint::y);
        if (greatest < least)
            std::swap(least, greatest);
        few.push_back(*least);
        if (least != greatest)
            few.push_back(*greatest);
        begin = end;
    }
    return few;
}

std::vector<double> roundTicks(double low, double high, int about) {
    const double rough = (high - low) / about;
    const double ten = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * ten;
    for (const double times : {1.0, 2.0, 5.0})
        if (times * ten >= rough) {
            step = times * ten;
            break;
        }
    std::vector<double> ticks;
    for (double number = std::ceil(low / step - 1e-9); number * step <= high + step * 1e-9; ++number)
        ticks.push_back(number == 0 ? 0 : number * step);
    return ticks;
}

std::vector<double> logarithmicTicks(double low, double high) {
    std::vector<double> ticks;
    const bool dense = std::log10(high / low) < 3;
    for (double ten = std::pow(10, std::floor(std::log10(low))); ten <= high; ten *= 10)
        for (const double times : {1.0, 2.0, 5.0})
            if ((dense || times == 1.0) && times * ten >= low && times * ten <= high)
                ticks.push_back(times * ten);
    return ticks;
}

Html curvePicture(const CurveFigure& figure) {
    const std::vector<Curve> curves = finiteOnly(figure.curves);
    if (curves.empty())
        return el("p", figure.title, ": no value was recorded.");
    const Scale scale = scaleOf(curves, figure.fromZero);
    Html all = el("title", Attributes{{"id", figure.id + "-title"}}, figure.title);
    all += el("desc", Attributes{{"id", figure.id + "-desc"}}, figure.description);
    all += axes(scale, figure);
    for (const Curve& curve : curves)
        all += drawn(curve, scale);
    all += legend(curves);
    return el("figure", Attributes{{"class", "curve"}},
              el("svg",
                 Attributes{{"id", figure.id},
                            {"role", "img"},
                            {"viewBox", "0 0 " + coordinate(kWidth) + " " + coordinate(kHeight)},
                            {"aria-labelledby", figure.id + "-title " + figure.id + "-desc"}},
                 all),
              el("figcaption", figure.title));
}

} // namespace belfry
