// The map of the evaluated images: discs by class, the wrong ones with rings.
#include "core/explain/map_colours.h"
#include "core/report/report_sections.h"
#include "core/report/report_words.h"

#include <cmath>

namespace belfry {
namespace {

constexpr double kMapSide = 2000, kMapMargin = 40; // of the picture, in its own units
constexpr double kRing = 1.7, kRingWidth = 0.4;    // of a disc's radius
constexpr std::size_t kMostLegendRows = 60, kMostTips = 500;

// A class of images, by their place in ReportMap::images.
struct MappedClass {
    GroundColour colour;
    Html name;
    std::vector<std::size_t> right, wrong;
    std::size_t size() const { return right.size() + wrong.size(); }
};

std::vector<MappedClass> classesOf(const ReportEvaluation& found) {
    std::vector<MappedClass> classes;
    for (const MapGroup& group : mapGroups(MapColouring::Class, found.snapshot->classes))
        classes.push_back({group.colour, group.name, {}, {}});
    for (std::size_t i = 0; i < found.map->images.size(); ++i) {
        const auto row = static_cast<std::size_t>(found.map->images[i]);
        const std::uint8_t label = found.evaluation.labels[row];
        (label == found.evaluation.answers[row] ? classes.at(label).right : classes.at(label).wrong).push_back(i);
    }
    return classes;
}

std::string whole(double value) { return std::to_string(std::lround(value)); }
double acrossMap(const MapPoint& point) {
    return kMapMargin + (static_cast<double>(point.x) + 1) / 2 * (kMapSide - 2 * kMapMargin);
}
double downMap(const MapPoint& point) {
    return kMapMargin + (1 - static_cast<double>(point.y)) / 2 * (kMapSide - 2 * kMapMargin);
}

// Both colours; the style sheet takes the one for its ground.
Attribute hueOf(const GroundColour& colour) {
    return {"style", "--light:" + hexOf(colour.onLight) + ";--dark:" + hexOf(colour.onDark)};
}

// One path of strokes without a length, whose round ends are discs: a fifth of the bytes of circles.
Html discsOf(const MappedClass& one, const std::vector<std::size_t>& images, const std::vector<MapPoint>& points,
             double radius) {
    std::string path;
    for (const std::size_t i : images)
        path += "M" + whole(acrossMap(points[i])) + " " + whole(downMap(points[i])) + "h0";
    return path.empty()
               ? Html()
               : el("path",
                    Attributes{{"class", "hue"}, hueOf(one.colour), {"stroke-width", whole(2 * radius)}, {"d", path}});
}

// With what is known of each image, where they are not too many.
Html ringsOf(const MappedClass& one, const ReportEvaluation& found, double radius, std::size_t& tips) {
    Html circles;
    for (const std::size_t i : one.wrong) {
        const std::int64_t image = found.map->images[i];
        const std::uint8_t answer = found.evaluation.answers[static_cast<std::size_t>(image)];
        const std::string& file = found.map->files[i];
        Html tip;
        if (tips++ < kMostTips)
            tip = el("title", file.empty() ? "image " + std::to_string(image) : file, ": ", one.name, " → ",
                     found.snapshot->classes.at(answer), ", ",
                     percentText(static_cast<double>(found.evaluation.probability(image, answer)), 2));
        circles += el("circle",
                      Attributes{{"cx", whole(acrossMap(found.map->points[i]))},
                                 {"cy", whole(downMap(found.map->points[i]))},
                                 {"r", whole(radius)}},
                      tip);
    }
    return circles;
}

Html mapPicture(const std::vector<MappedClass>& classes, const ReportEvaluation& found) {
    const double radius = mapPointRadius(found.map->points.size()) * kMapSide / 1000;
    Html all = el("title", Attributes{{"id", "picture-map-title"}}, "Map of the images");
    all += el("desc", Attributes{{"id", "picture-map-desc"}},
              "Each image is a disc in the colour of its true class, near the images that the network makes much the "
              "same of. Those that it takes for another class have a ring.");
    for (const MappedClass& one : classes)
        all += discsOf(one, one.right, found.map->points, radius);
    Html rings;
    std::size_t tips = 0;
    for (const MappedClass& one : classes)
        rings += ringsOf(one, found, kRing * radius, tips);
    all += el("g", Attributes{{"stroke-width", whole(kRingWidth * radius)}}, rings);
    for (const MappedClass& one : classes)
        all += discsOf(one, one.wrong, found.map->points, radius);
    return el("svg",
              Attributes{{"id", "picture-map"},
                         {"class", "map"},
                         {"role", "img"},
                         {"viewBox", "0 0 " + whole(kMapSide) + " " + whole(kMapSide)},
                         {"aria-labelledby", "picture-map-title picture-map-desc"}},
              all);
}

Html legendOf(const std::vector<MappedClass>& classes, std::size_t wrong) {
    const auto entry = [](const std::string& kind, const Attributes& more, const Html& words) {
        Attributes attributes{{"class", kind}};
        attributes.insert(attributes.end(), more.begin(), more.end());
        return el("li", el("span", attributes), words);
    };
    Html rows;
    std::size_t shown = 0, hidden = 0;
    for (const MappedClass& one : classes) {
        if (one.size() == 0 || shown == kMostLegendRows) {
            hidden += one.size() > 0 ? 1 : 0;
            continue;
        }
        Html words = one.name;
        words += " · " + countText(std::ssize(one.right) + std::ssize(one.wrong));
        rows += entry("dot hue", {hueOf(one.colour)}, words);
        ++shown;
    }
    if (hidden > 0)
        rows += el("li", "and " + std::to_string(hidden) + " more");
    rows += entry("dot ringed", {}, "wrong · " + countText(static_cast<std::int64_t>(wrong)));
    return el("ul", Attributes{{"id", "map-legend"}, {"class", "legend"}}, rows);
}

} // namespace

OptionalSection mapSection(const RunReportData& report) {
    if (!report.evaluation)
        return std::nullopt;
    const ReportEvaluation& found = *report.evaluation;
    const std::string title = "Map of the images";
    if (!found.map)
        return ReportSection{"map", title, el("p", "There is no map. ", found.noMap)};
    const std::vector<MappedClass> classes = classesOf(found);
    std::size_t wrong = 0;
    for (const MappedClass& one : classes)
        wrong += one.wrong.size();
    const std::int64_t shown = std::ssize(found.map->images), all = found.evaluation.images();
    Html body =
        el("p",
           shown < all ? countText(shown) + " of " + countText(all) + " " + found.split + " images, evenly taken"
                       : "The " + countText(all) + " " + found.split + " images",
           ", by what the layer ", el("code", found.map->layer.id), " (", el("code", found.map->layer.name),
           ") makes of them (UMAP): images near each other are alike for the network. Distances between "
           "islands mean little, and axes mean nothing.");
    body += legendOf(classes, wrong);
    body += mapPicture(classes, found);
    return ReportSection{"map", title, body};
}

} // namespace belfry
