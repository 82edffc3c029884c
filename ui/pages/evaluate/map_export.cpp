#include "ui/pages/evaluate/map_export.h"

#include "core/base/files.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/theme.h"
#include "ui/pages/evaluate/map_looks.h"
#include "ui/widgets/picture_file.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr int kLegendLine = 20, kLegendGap = 12, kDot = 4, kLegendFont = 12; // pixels

QStringList legendLines(const MapLooks& looks) {
    QStringList lines;
    for (qsizetype i = 0; i < looks.names.size(); ++i)
        lines << QStringLiteral("%1 · %2").arg(looks.names[i], countText(looks.counts[static_cast<std::size_t>(i)]));
    return lines;
}

// Only looks that have points, in columns as high as there is room.
void paintLegend(QPainter& painter, const Theme& theme, const MapLooks& looks, int left, int height) {
    const QStringList lines = legendLines(looks);
    painter.setFont(Theme::font(kLegendFont));
    const int column = widestOf(painter.fontMetrics(), lines) + 4 * kLegendGap;
    const int perColumn = std::max(1, height / kLegendLine);
    int place = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (looks.counts[static_cast<std::size_t>(i)] == 0)
            continue;
        const int x = left + place / perColumn * column, y = place % perColumn * kLegendLine;
        painter.setPen(Qt::NoPen);
        painter.setBrush(looks.colours[static_cast<std::size_t>(i)]);
        painter.drawEllipse(QPoint(x + kDot, y + kLegendLine / 2), kDot, kDot);
        painter.setPen(theme.palette().text);
        painter.drawText(QRect(x + 3 * kDot, y, column, kLegendLine), Qt::AlignVCenter | Qt::AlignLeft, lines[i]);
        ++place;
    }
}

int legendWidth(const MapLooks& looks, int height) {
    const int perColumn = std::max(1, height / kLegendLine);
    const auto shown = static_cast<int>(std::ranges::count_if(looks.counts, [](auto count) { return count > 0; }));
    const int columns = (shown + perColumn - 1) / perColumn;
    return columns * (widestOf(QFontMetrics(Theme::font(kLegendFont)), legendLines(looks)) + 4 * kLegendGap);
}

} // namespace

MappedPictures mappedPictures(const EvaluationReport& report, const std::vector<std::int64_t>& images,
                              const std::vector<MapPoint>& points) {
    MappedPictures pictures;
    pictures.classes = report.snapshot->classes;
    pictures.ids = images;
    pictures.splits = report.splits;
    pictures.points = points;
    for (const std::int64_t image : images) {
        const auto at = static_cast<std::size_t>(image);
        const bool drawn = at < report.drawings.files.size();
        pictures.files.push_back(drawn ? report.drawings.files[at].string() : report.images->name(image));
        pictures.labels.push_back(report.evaluation.labels[at]);
        pictures.answers.push_back(report.evaluation.answers[at]);
        pictures.confidences.push_back(report.evaluation.probability(image, report.evaluation.answers[at]));
    }
    return pictures;
}

std::function<void()> mapWriter(SavedMap map, const Theme& theme, const QImage& screen, const MapLooks& looks,
                                const QString& file) {
    const std::filesystem::path path = file.toStdString();
    if (file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return [map = std::move(map), path] { writeFileAtomically(path, mapCsv(map.pictures)); };
    if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return [map = std::move(map), path] { writeFileAtomically(path, mapSvg(map.pictures, map.colouring)); };
    const QSize plot = screen.size() / screen.devicePixelRatio();
    const auto draw = [&](QPainter& painter) {
        painter.drawImage(0, 0, screen);
        painter.setRenderHint(QPainter::Antialiasing);
        paintLegend(painter, theme, looks, plot.width() + kLegendGap, plot.height());
    };
    const QSize content(plot.width() + kLegendGap + legendWidth(looks, plot.height()), plot.height());
    return [encode = pictureEncoder(theme, {.heading = map.heading, .content = content, .draw = draw}, file), path] {
        writeFileAtomically(path, encode().toStdString());
    };
}

std::function<void()> projectorWriter(SavedMap map, const QString& folder) {
    return [map = std::move(map), path = std::filesystem::path(folder.toStdString())] {
        writeProjectorFolder(path, map.pictures, *map.features, map.layer.toStdString(), *map.report->images,
                             map.report->snapshot->blueprint->image);
    };
}

} // namespace belfry
