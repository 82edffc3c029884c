#include "ui/widgets/heat_view.h"

#include "core/explain/heat_map_picture.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/map_pictures.h"
#include "ui/widgets/pictures.h"

#include <QLinearGradient>
#include <QPainter>
#include <algorithm>
#include <array>

namespace belfry {
namespace {

constexpr int kEmptyHeat = 84, kMostHeat = 96; // pixels of a side: three times 28 and 32
constexpr int kScaleBar = 8;                   // pixels high
constexpr int kScaleStops = 16;
constexpr double kEdge = 1.0 / 3; // of a side: before it "left", after as much of the other side "right"

} // namespace

HeatView::HeatView(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("heatView"), parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Where it looks"));
    describe();
}

void HeatView::setMap(const HeatMap& map, std::span<const std::uint8_t> picture, const ImageShape& shape,
                      const QString& className) {
    picture_ = heatImage(map, picture, shape);
    className_ = className;
    map_ = map;
    updateGeometry();
    showChange();
}

void HeatView::clear() {
    picture_ = {};
    map_.reset();
    updateGeometry();
    showChange();
}

QSize HeatView::sizeHint() const {
    const int longest = std::max(picture_.width(), picture_.height());
    const int side = longest == 0 ? kEmptyHeat : longest <= kMostHeat ? kMostHeat / longest * longest : kMostHeat;
    return {side, side};
}

QString HeatView::placeText(const HeatMap& map) {
    double sum = 0, right = 0, down = 0;
    for (int y = 0; y < map.height; ++y)
        for (int x = 0; x < map.width; ++x) {
            const double value = map.values[static_cast<std::size_t>(y * map.width + x)];
            sum += value;
            right += value * (x + 0.5) / map.width;
            down += value * (y + 0.5) / map.height;
        }
    if (sum <= 0)
        return tr("nowhere");
    const auto third = [](double share) { return share < kEdge ? 0 : share > 1 - kEdge ? 2 : 1; };
    const std::array<QString, 9> places{tr("upper left"), tr("top"),    tr("upper right"),
                                        tr("left"),       tr("middle"), tr("right"),
                                        tr("lower left"), tr("bottom"), tr("lower right")};
    return places[static_cast<std::size_t>(3 * third(down / sum) + third(right / sum))];
}

void HeatView::describe() {
    setToolTip(tr("The bright parts of the picture speak most for this class"));
    setAccessibleDescription(map_ ? tr("%1: most in this part: %2").arg(className_, placeText(*map_))
                                  : tr("nothing drawn"));
}

void HeatView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawFramed(painter, rect(), picture_, colours());
}

HeatScale::HeatScale(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("heatScale"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Colour scale"));
    describe();
}

void HeatScale::setPeak(std::optional<float> peak) {
    peak_ = peak;
    showChange();
}

void HeatScale::describe() {
    const QString ends = tr("dark: little, bright: most");
    const QString said = peak_ ? tr("%1 (%2 in the class's logit)").arg(ends, decimalText(double{*peak_}, 2)) : ends;
    setToolTip(said);
    setAccessibleDescription(said);
}

void HeatScale::paintEvent(QPaintEvent*) {
    constexpr int kWordGap = 6;
    QPainter painter(this);
    painter.setFont(Theme::font(11));
    painter.setPen(colours().muted);
    const QString little = tr("little"), most = tr("most");
    const int left = painter.fontMetrics().horizontalAdvance(little) + kWordGap;
    const int right = painter.fontMetrics().horizontalAdvance(most) + kWordGap;
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, little);
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, most);
    const QRectF bar(left, (height() - kScaleBar) / 2.0, width() - left - right, kScaleBar);
    QLinearGradient colour(bar.topLeft(), bar.topRight());
    for (int stop = 0; stop <= kScaleStops; ++stop) {
        const float share = static_cast<float>(stop) / kScaleStops;
        const auto [red, green, blue] = heatColour(share);
        colour.setColorAt(static_cast<double>(share), QColor(red, green, blue));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours().border);
    painter.setBrush(colour);
    painter.drawRoundedRect(bar, 2, 2);
}

} // namespace belfry
