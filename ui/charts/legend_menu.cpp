#include "ui/charts/legend_menu.h"

#include "ui/charts/chart_buttons.h"

#include <QCheckBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

namespace belfry {

LegendMenu::LegendMenu(const Theme& theme, const std::vector<LegendButton*>& buttons, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setObjectName(QStringLiteral("legendMenu"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    auto* list = new QWidget;
    auto* rows = new QVBoxLayout(list);
    rows->setSpacing(0);
    int rowHeight = 0;
    for (LegendButton* button : buttons) {
        auto* box = new QCheckBox(button->text(), list);
        box->setChecked(button->isChecked());
        connect(box, &QCheckBox::toggled, button, &QPushButton::setChecked);
        rows->addWidget(box);
        rowHeight = std::max(rowHeight, box->sizeHint().height());
    }
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(list);
    scroll->setWidgetResizable(true);
    const QMargins margins = rows->contentsMargins();
    const int shown = std::min(static_cast<int>(buttons.size()), kMaxRows);
    scroll->setFixedHeight(shown * rowHeight + margins.top() + margins.bottom());
    scroll->setMinimumWidth(list->sizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());

    auto* all = new ChartButton(theme, QStringLiteral("legendAllButton"), QStringLiteral("All"), this);
    auto* none = new ChartButton(theme, QStringLiteral("legendNoneButton"), QStringLiteral("None"), this);
    all->setText(tr("All"));
    none->setText(tr("None"));
    connect(
        all, &QPushButton::clicked, this, [this] { setAll(true); });
    connect(none, &QPushButton::clicked, this, [this] { setAll(false); });
    auto* head = new QHBoxLayout;
    head->addWidget(all);
    head->addWidget(none);
    head->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(scroll);
}

void LegendMenu::setAll(bool on) {
    for (QCheckBox* box : findChildren<QCheckBox*>())
        box->setChecked(on);
}

// Inside the screen, as menus are.
void LegendMenu::popup(const QPoint& globalPosition) {
    adjustSize();
    QPoint corner = globalPosition;
    if (const QScreen* screen = QGuiApplication::screenAt(globalPosition)) {
        const QRect room = screen->availableGeometry();
        corner.setX(std::max(room.left(), std::min(corner.x(), room.right() + 1 - width())));
        corner.setY(std::max(room.top(), std::min(corner.y(), room.bottom() + 1 - height())));
    }
    move(corner);
    show();
    if (auto* first = findChild<QCheckBox*>())
        first->setFocus(Qt::PopupFocusReason);
}

} // namespace belfry
