// Colours, sizes and type of the window, light and dark. GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPointer>
#include <algorithm>
#include <array>
#include <functional>

class QApplication;

namespace belfry {

struct GroundColour;

struct Palette {
    QColor window, card, field;
    QColor border, grid;
    QColor text, muted, faint; // faint is for signs and disabled text: its contrast is too low to read
    QColor accent, onAccent;
    QColor warning;               // NaN marks, failures
    QColor good;                  // the running dot
    std::array<QColor, 5> series; // towers and runs 0-4; from the sixth on the dash varies
    // Stages of a step, in StageTimes' order: wait copy forward backward exchange update straggler.
    std::array<QColor, 7> stages;
    double rawLineAlpha = 0.22; // of the faint raw line behind the smoothed one
    bool dark = false;
    bool operator==(const Palette&) const = default;
};

inline QColor mixed(const QColor& ground, const QColor& colour, double share) {
    const auto mix = [share](int a, int b) { return static_cast<int>(a + (b - a) * share + 0.5); };
    return {mix(ground.red(), colour.red()), mix(ground.green(), colour.green()), mix(ground.blue(), colour.blue())};
}

// Of the widest of some texts, by QFontMetrics or QFontMetricsF; 0 when there are none. `text`: of each.
template <typename TextOf = std::identity>
auto widestOf(const auto& metrics, const auto& items, TextOf text = {}) {
    decltype(metrics.horizontalAdvance(QString())) widest = 0;
    for (const auto& item : items)
        widest = std::max(widest, metrics.horizontalAdvance(std::invoke(text, item)));
    return widest;
}

// One per application, handed to whoever paints; changed() tells them to repaint.
class Theme : public QObject {
    Q_OBJECT
public:
    enum class Mode { System, Light, Dark };
    // Records whether the platform is dark: construct it before any Theme is applied.
    explicit Theme(QObject* parent = nullptr);

    void setMode(Mode mode); // emits changed() when the colours differ
    Mode mode() const { return mode_; }
    const Palette& palette() const { return palette_; }

    // Tower k keeps its colour and dash on every page.
    QColor seriesColour(int index) const {
        return palette_.series[static_cast<std::size_t>(index) % palette_.series.size()];
    }
    Qt::PenStyle seriesDash(int index) const;
    QColor shade(const GroundColour& colour) const; // as it is on this theme's ground

    // Loads the bundled font (tabular digits), the style and the style sheet into the application, which from then on
    // follows setMode(). resources/styles/belfry.qss lists what it styles and by which names.
    void apply(QApplication& application);

    static QFont font(int pixels, QFont::Weight weight = QFont::Normal);

Q_SIGNALS:
    void changed();

private:
    QString styleSheet() const;
    void dress(QApplication& application) const;

    Mode mode_ = Mode::System;
    bool systemIsDark_ = false;
    Palette palette_;
    QPointer<QApplication> application_; // set by apply()
};

} // namespace belfry
