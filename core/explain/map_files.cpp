#include "core/explain/map_files.h"

#include "core/base/csv.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace belfry {
namespace {

// Of the drawing as text, in its own units.
constexpr int kPlot = 800, kMargin = 20, kLegend = 220, kRow = 18;
constexpr int kMostRows = 40;
constexpr std::size_t kLongestName = 24; // bytes, of a class in the legend

std::string rounded(double value, int digits) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
    return {text.data(), end.ptr};
}

// As text of XML: without what it has no way to write.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : asUtf8(text))
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else
            out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return out;
}

std::string shortened(std::string name) {
    if (name.size() <= kLongestName)
        return name;
    std::size_t end = kLongestName;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) // within a letter of UTF-8
        --end;
    return name.substr(0, end) + "…";
}

std::string legendRow(int row, const std::string& colour, const std::string& text) {
    const std::string y = std::to_string(kMargin + 10 + row * kRow), x = std::to_string(kPlot + 2 * kMargin);
    return "<circle cx=\"" + x + "\" cy=\"" + y + "\" r=\"5\" fill=\"" + colour + "\"/><text x=\"" +
           std::to_string(kPlot + 2 * kMargin + 14) + "\" y=\"" + std::to_string(kMargin + 14 + row * kRow) + "\">" +
           escaped(shortened(text)) + "</text>\n";
}

// The points of each colour, and the order in which these are drawn.
struct Painting {
    Painting(const MappedPictures& pictures, MapColouring colouring)
        : groups(mapGroups(colouring, pictures.classes)), points(groups.size()),
          order(mapDrawingOrder(colouring, groups.size())) {
        for (std::size_t i = 0; i < pictures.points.size(); ++i)
            points
                .at(mapGroupOf(colouring,
                               {pictures.labels[i], pictures.answers[i], pictures.confidences[i], pictures.splitOf(i)}))
                .push_back(i);
    }
    const Rgb& colour(std::size_t group) const { return groups[group].colour.onLight; }

    std::vector<MapGroup> groups;
    std::vector<std::vector<std::size_t>> points; // by group
    std::vector<std::size_t> order;
};

} // namespace

std::size_t MappedPictures::splitOf(std::size_t picture) const { return splits ? splitAt(*splits, ids[picture]) : 0; }

std::int64_t MappedPictures::numberOf(std::size_t picture) const {
    return splits ? ids[picture] - splits->at(splitOf(picture)) : ids[picture];
}

std::string mapCsv(const MappedPictures& pictures) {
    std::string csv = pictures.splits ? "split,image,file,label,answer,confidence,x,y\n" //
                                      : "image,file,label,answer,confidence,x,y\n";
    for (std::size_t i = 0; i < pictures.ids.size(); ++i) {
        if (pictures.splits)
            csv += std::string(kSplitNames.at(pictures.splitOf(i))) + ',';
        csv += std::to_string(pictures.numberOf(i)) + ',' + csvField(pictures.files[i]) + ',' +
               csvField(pictures.classes[pictures.labels[i]]) + ',' + csvField(pictures.classes[pictures.answers[i]]) +
               ',' + rounded(static_cast<double>(pictures.confidences[i]), 4) + ',' +
               rounded(static_cast<double>(pictures.points[i].x), 5) + ',' +
               rounded(static_cast<double>(pictures.points[i].y), 5) + '\n';
    }
    return csv;
}

std::string mapSvg(const MappedPictures& pictures, MapColouring colouring) {
    const Painting painting(pictures, colouring);
    const auto rows = static_cast<int>(std::min<std::size_t>(painting.groups.size(), kMostRows));
    const int hidden = static_cast<int>(painting.groups.size()) - rows;
    const int height = std::max(kPlot + 2 * kMargin, 2 * kMargin + (rows + 1) * kRow);
    const std::string size = std::to_string(kPlot + 2 * kMargin + kLegend) + ' ' + std::to_string(height);
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size +
                      "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" "
                      "fill=\"#ffffff\"/>\n";
    const std::string radius =
        rounded(mapPointRadius(pictures.points.size()) * kPlot / 1000, 2); // of a plot that is 1000 wide
    for (const std::size_t group : painting.order) {
        svg += "<g fill=\"" + hexOf(painting.colour(group)) + "\" fill-opacity=\"0.8\">\n";
        for (const std::size_t i : painting.points[group]) {
            const MapPoint& point = pictures.points[i];
            svg += "<circle cx=\"" + rounded(kMargin + (static_cast<double>(point.x) + 1) / 2 * kPlot, 2) + "\" cy=\"" +
                   rounded(kMargin + (1 - static_cast<double>(point.y)) / 2 * kPlot, 2) + "\" r=\"" + radius + "\"/>\n";
        }
        svg += "</g>\n";
    }
    for (int row = 0; row < rows; ++row) {
        const auto group = static_cast<std::size_t>(row);
        svg += legendRow(row, hexOf(painting.colour(group)), painting.groups[group].name.english());
    }
    if (hidden > 0)
        svg += legendRow(rows, "#ffffff", "and " + std::to_string(hidden) + " more");
    return svg + "</svg>\n";
}

DecodedImage mapDrawing(const MappedPictures& pictures, MapColouring colouring, int side) {
    DecodedImage image{side, side, 3, Bytes(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 3, 255)};
    const double radius = mapPointRadius(pictures.points.size()) * side / 1000, margin = 0.025 * side;
    const auto blend = [&image, side](int x, int y, const Rgb& colour, double coverage) {
        const auto at =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)) * 3;
        for (std::size_t c = 0; c < 3; ++c) {
            const double before = image.pixels[at + c];
            image.pixels[at + c] = static_cast<std::uint8_t>(std::lround(before + (colour[c] - before) * coverage));
        }
    };
    const auto drawDisc = [&](double x, double y, const Rgb& colour) {
        for (int row = std::max(0, static_cast<int>(y - radius - 1)); row < std::min<double>(side, y + radius + 1);
             ++row)
            for (int column = std::max(0, static_cast<int>(x - radius - 1));
                 column < std::min<double>(side, x + radius + 1); ++column) {
                const double distance = std::hypot(column + 0.5 - x, row + 0.5 - y);
                if (const double coverage = std::clamp(radius + 0.5 - distance, 0.0, 1.0); coverage > 0)
                    blend(column, row, colour, 0.8 * coverage);
            }
    };
    const Painting painting(pictures, colouring);
    for (const std::size_t group : painting.order)
        for (const std::size_t i : painting.points[group])
            drawDisc(margin + (static_cast<double>(pictures.points[i].x) + 1) / 2 * (side - 2 * margin),
                     margin + (1 - static_cast<double>(pictures.points[i].y)) / 2 * (side - 2 * margin),
                     painting.colour(group));
    return image;
}

} // namespace belfry
