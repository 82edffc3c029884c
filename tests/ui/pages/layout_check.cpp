#include "tests/ui/pages/layout_check.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/tables.h"

#include <QAbstractSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kFreeRoom = 32; // pixels: more than any spacing within a row

QString sizeText(const QSize& size) { return QStringLiteral("%1x%2").arg(size.width()).arg(size.height()); }

// "searchState (QLabel, \"Finished\")"
QString nameOf(const QWidget& widget) {
    const QString text = widget.property("text").toString();
    const QString name = widget.objectName().isEmpty() && widget.parentWidget() != nullptr
                             ? QStringLiteral("in ") + widget.parentWidget()->objectName()
                             : widget.objectName();
    return QStringLiteral("%1 (%2%3)")
        .arg(name, QLatin1String(widget.metaObject()->className()),
             text.isEmpty() ? QString() : QStringLiteral(", \"%1\"").arg(text.left(60)));
}

// Qt arranges the parts of these.
bool isWhole(const QWidget& widget) {
    return qobject_cast<const QComboBox*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QTabBar*>(&widget) != nullptr || qobject_cast<const QLineEdit*>(&widget) != nullptr;
}

// Those that the layouts within a layout place, too.
void collect(const QLayout& layout, std::vector<const QWidget*>& placed) {
    for (int i = 0; i < layout.count(); ++i) {
        const QLayoutItem* item = layout.itemAt(i);
        if (const QWidget* widget = item->widget(); widget != nullptr && widget->isVisible())
            placed.push_back(widget);
        else if (const QLayout* inner = const_cast<QLayoutItem*>(item)->layout())
            collect(*inner, placed);
    }
}

std::vector<const QWidget*> placedIn(const QWidget& parent) {
    std::vector<const QWidget*> placed;
    if (parent.layout() != nullptr)
        collect(*parent.layout(), placed);
    return placed;
}

class Check {
public:
    std::vector<FoundDefect> of(const QWidget& window) {
        visit(window);
        return std::move(found_);
    }

private:
    void report(LayoutDefect kind, const QString& what) { found_.push_back({kind, what}); }

    void visit(const QWidget& parent) {
        checkOverlaps(parent);
        for (const QObject* object : parent.children()) {
            const auto* child = qobject_cast<const QWidget*>(object);
            if (child == nullptr || !child->isVisible() || child->isWindow())
                continue;
            checkSize(*child);
            if (!parent.rect().contains(child->geometry()))
                report(LayoutDefect::Cut, QStringLiteral("%1 lies outside %2").arg(nameOf(*child), nameOf(parent)));
            if (const auto* label = qobject_cast<const ElidedLabel*>(child); label != nullptr && label->isElided())
                checkElided(*label, parent);
            if (const auto* box = qobject_cast<const ComboBox*>(child);
                box != nullptr && box->width() < box->wholeWidth())
                checkElided(*box, parent);
            if (const auto* splitter = qobject_cast<const QSplitter*>(child))
                checkSplitter(*splitter);
            if (const auto* area = qobject_cast<const QAbstractScrollArea*>(child))
                visitArea(*area);
            else if (!isWhole(*child))
                visit(*child);
        }
    }

    void visitArea(const QAbstractScrollArea& area) {
        if (const auto* table = qobject_cast<const QTableView*>(&area))
            checkColumns(*table, *table->horizontalHeader());
        else if (const auto* tree = qobject_cast<const QTreeView*>(&area))
            checkColumns(*tree, *tree->header());
        const auto* scroll = qobject_cast<const QScrollArea*>(&area);
        if (scroll == nullptr || scroll->widget() == nullptr)
            return;
        const bool fixed = area.horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff;
        if (fixed && scroll->widget()->width() > area.viewport()->width())
            report(LayoutDefect::Cut, QStringLiteral("%1 is wider than its viewport").arg(nameOf(area)));
        checkSize(*scroll->widget());
        visit(*scroll->widget());
    }

    void checkSize(const QWidget& widget) {
        QSize need = widget.minimumSize();
        // What scrolls shows its content bit by bit; bars and arrows without a text are lower than Qt's.
        if (qobject_cast<const QAbstractScrollArea*>(&widget) == nullptr &&
            qobject_cast<const QProgressBar*>(&widget) == nullptr &&
            qobject_cast<const QToolButton*>(&widget) == nullptr)
            need = need.expandedTo(widget.minimumSizeHint());
        if (const auto* label = qobject_cast<const QLabel*>(&widget);
            label != nullptr && qobject_cast<const ElidedLabel*>(label) == nullptr) {
            if (label->wordWrap())
                need.setHeight(label->heightForWidth(label->width()));
            else
                need = label->sizeHint();
        }
        if (widget.width() < need.width() || widget.height() < need.height())
            report(
                LayoutDefect::Cut,
                QStringLiteral("%1 needs %2 and has %3").arg(nameOf(widget), sizeText(need), sizeText(widget.size())));
    }

    void checkOverlaps(const QWidget& parent) {
        const std::vector<const QWidget*> placed = placedIn(parent);
        for (auto one = placed.begin(); one != placed.end(); ++one)
            for (auto other = one + 1; other != placed.end(); ++other)
                if ((*one)->geometry().intersects((*other)->geometry()))
                    report(LayoutDefect::Overlapped, QStringLiteral("%1 and %2").arg(nameOf(**one), nameOf(**other)));
    }

    // The parts of a splitter fill it, however wide or high it is.
    void checkSplitter(const QSplitter& splitter) {
        QRect filled;
        for (int i = 0; i < splitter.count(); ++i)
            if (splitter.widget(i)->isVisible())
                filled |= splitter.widget(i)->geometry();
        if (!filled.isEmpty() && !filled.contains(splitter.contentsRect()))
            report(LayoutDefect::Unused,
                   QStringLiteral("%1 has %2 and fills %3")
                       .arg(nameOf(splitter), sizeText(splitter.contentsRect().size()), sizeText(filled.size())));
    }

    // Pixels to the right and to the left of it in its row, up to the next widget or the edge.
    // On the side that has more.
    static int roomBeside(const QWidget& widget, const QWidget& parent) {
        const QRect content = parent.contentsRect().marginsRemoved(parent.layout()->contentsMargins());
        int left = content.left(), right = content.right();
        for (const QWidget* other : placedIn(parent)) {
            const QRect place = other->geometry();
            const bool beside = place.top() <= widget.geometry().bottom() && place.bottom() >= widget.geometry().top();
            if (other == &widget || !beside)
                continue;
            if (place.left() > widget.geometry().right())
                right = std::min(right, place.left());
            else
                left = std::max(left, place.right());
        }
        return std::max(right - widget.geometry().right(), widget.geometry().left() - left);
    }

    void checkElided(const QWidget& widget, const QWidget& parent) {
        const int room = parent.layout() != nullptr ? roomBeside(widget, parent) : 0;
        if (room > kFreeRoom)
            report(LayoutDefect::ElidedBesideRoom, QStringLiteral("%1 beside %2 pixels").arg(nameOf(widget)).arg(room));
    }

    // Heads are never cut; cells are elided only where the columns take all of the width.
    void checkColumns(const QAbstractItemView& view, const QHeaderView& header) {
        int spare = std::max(0, view.viewport()->width() - header.length());
        QStringList elided;
        for (int column = 0; column < header.count(); ++column) {
            if (header.isSectionHidden(column))
                continue;
            const int width = header.sectionSize(column), head = headWidth(header, column),
                      need = std::max(head, view.model()->rowCount() > 0 ? view.sizeHintForColumn(column) : 0);
            const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
            if (!header.isHidden() && width < head)
                report(LayoutDefect::Cut, QStringLiteral("head \"%1\" of %2 needs %3 and has %4")
                                              .arg(title, nameOf(view))
                                              .arg(head)
                                              .arg(width));
            if (width < need)
                elided << title;
            if (header.stretchLastSection() && header.visualIndex(column) == header.count() - 1)
                spare += std::max(0, width - need);
        }
        if (!elided.isEmpty() && spare > kFreeRoom)
            report(LayoutDefect::ElidedBesideRoom,
                   QStringLiteral("%1 of %2 beside %3 pixels").arg(elided.join(", "), nameOf(view)).arg(spare));
    }

    std::vector<FoundDefect> found_;
};

} // namespace

std::vector<FoundDefect> layoutDefects(const QWidget& window) { return Check().of(window); }

} // namespace belfry
