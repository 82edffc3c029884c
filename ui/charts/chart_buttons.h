// The small controls in a chart's head: flat text buttons and the legend's swatches. They paint themselves from the
// theme, so that a style sheet cannot move them.
#pragma once

#include "ui/foundation/theme.h"

#include <QPushButton>
#include <vector>

namespace belfry {

// "each step" -> "EachStep": the tail of an object name.
QString pascalCase(const QString& words);

// Common to both kinds: the theme's colours, no frame, the focus by keyboard alone.
class HeadButton : public QPushButton {
    Q_OBJECT
public:
    HeadButton(const Theme& theme, const QString& objectName, const QString& english, QWidget* parent);
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    const Palette& colours() const { return theme_.palette(); }
    void paintPlate(QPainter& painter, double share) const; // of the text's colour in the card's
    void paintFocusRing(QPainter& painter) const;

private:
    const Theme& theme_;
};

// Text on a soft plate when checked, flat otherwise.
class ChartButton : public HeadButton {
    Q_OBJECT
public:
    using HeadButton::HeadButton;
    QSize sizeHint() const override;
    void setEmphasis(bool on); // accent-coloured text: there is something to do here
    void setChip();            // smaller, with an outline: a remark that can be pressed

protected:
    void paintEvent(QPaintEvent*) override;

private:
    bool emphasis_ = false;
    bool chip_ = false;
};

// A line or dot with its name; checked = shown.
class LegendButton : public HeadButton {
    Q_OBJECT
public:
    struct Swatch {
        QColor colour;
        bool dot = false;
        Qt::PenStyle dash = Qt::SolidLine;
    };
    LegendButton(const Theme& theme, const QString& objectName, const QString& english, QWidget* parent);
    void setSwatch(const Swatch& swatch);
    const Swatch& swatch() const { return swatch_; }
    QSize sizeHint() const override;

    static void paintSwatch(QPainter& painter, const QRectF& box, const Swatch& swatch);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    Swatch swatch_;
};

// Legend entries in a row; those without room move into a menu behind "+3".
class LegendBar : public QWidget {
    Q_OBJECT
public:
    LegendBar(const Theme& theme, const QString& key, QWidget* parent);
    LegendButton* add(const QString& english);
    void clear();
    const std::vector<LegendButton*>& buttons() const { return buttons_; }
    void arrange();
    void setMoreToolTip(const QString& text) { more_->setToolTip(text); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent*) override { arrange(); }

private:
    void openMenu();

    const Theme& theme_;
    QString key_;
    std::vector<LegendButton*> buttons_;
    ChartButton* more_;
    std::vector<LegendButton*> hidden_; // behind it
};

} // namespace belfry
