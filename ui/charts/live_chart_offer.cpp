// Buttons that others put on a chart: beside a mark, and in the head.
#include "ui/charts/chart_group.h"
#include "ui/charts/live_chart.h"
#include "ui/foundation/keep_translated.h"

#include <QHBoxLayout>
#include <algorithm>

namespace belfry {

void LiveChart::showMarkButton(const QString& english, const TranslatableText& label, const TranslatableText& help,
                               std::function<void()> act) {
    hideMarkButton();
    markButton_ = headButton(english, std::move(act));
    markButton_->setChip();
    markButton_->hide();
    keepTranslated(markButton_, [this, button = markButton_, label, help] {
        button->setText(label.text());
        button->setToolTip(help.text());
        group_.touchView();
    });
}

ChartButton* LiveChart::addHeadButton(const QString& english, std::function<void()> action) {
    ChartButton* button = headButton(english, std::move(action));
    auto* row = static_cast<QHBoxLayout*>(layout()->itemAt(0)->layout());
    row->insertWidget(row->indexOf(log_), button);
    return button;
}

void LiveChart::hideMarkButton() {
    if (markButton_ == nullptr)
        return;
    markButton_->hide();
    markButton_->deleteLater(); // it may have been pressed just now
    markButton_ = nullptr;
}

void LiveChart::placeMarkButton() {
    if (markButton_ == nullptr)
        return;
    const auto& marks = view_->frame().marks;
    const auto mark = std::ranges::find(marks, true, &PlotFrame::MarkLine::offers);
    markButton_->setVisible(mark != marks.end() && !mark->label.isEmpty());
    if (markButton_->isHidden())
        return;
    const QSize size = markButton_->sizeHint();
    const QPointF corner(mark->box.right() - size.width(), mark->box.center().y() - size.height() / 2.0);
    markButton_->setGeometry(QRect(view_->pos() + corner.toPoint(), size));
    markButton_->raise();
}

double LiveChart::markButtonRoom() const {
    constexpr int kGap = 4; // after the label
    return markButton_ != nullptr ? markButton_->sizeHint().width() + kGap : 0;
}

} // namespace belfry
