#include "ui/widgets/combo_access.h"

#include "ui/widgets/fields.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <algorithm>

namespace belfry {
namespace {

// Its value can be read as a text, as screen readers read what a menu shows.
class ComboAccess : public QAccessibleWidget, public QAccessibleTextInterface {
public:
    explicit ComboAccess(QComboBox* box) : QAccessibleWidget(box, QAccessible::ComboBox) {}

    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Value ? value() : QAccessibleWidget::text(kind); // the name: also of its label
    }
    QAccessible::State state() const override {
        QAccessible::State state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = isOpen();
        state.hasPopup = true;
        state.editable = box()->isEditable();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TextInterface)
            return static_cast<QAccessibleTextInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    // The list of its values, and the line of one that can be edited.
    int childCount() const override { return box()->isEditable() ? 2 : 1; }
    QAccessibleInterface* child(int index) const override {
        if (index == 0)
            return QAccessible::queryAccessibleInterface(box()->view());
        return index == 1 && box()->isEditable() ? QAccessible::queryAccessibleInterface(box()->lineEdit()) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* part) const override {
        if (part == nullptr)
            return -1;
        if (part->object() == box()->view())
            return 0;
        return box()->isEditable() && part->object() == box()->lineEdit() ? 1 : -1;
    }
    QAccessibleInterface* childAt(int, int) const override { return box()->isEditable() ? child(1) : nullptr; }
    QAccessibleInterface* focusChild() const override {
        return box()->hasFocus() ? const_cast<ComboAccess*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {showMenuAction(), pressAction()}; }
    void doAction(const QString& action) override {
        if (action != showMenuAction() && action != pressAction())
            return;
        if (isOpen())
            box()->hidePopup();
        else if (box()->isEnabled())
            box()->showPopup();
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

    // The text cannot be selected, and has no cursor.
    void selection(int, int* start, int* end) const override { *start = *end = 0; }
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override {}
    void removeSelection(int) override {}
    void setSelection(int, int, int) override {}
    int cursorPosition() const override { return 0; }
    void setCursorPosition(int) override {}
    QString text(int start, int end) const override { return value().mid(start, std::max(0, end - start)); }
    int characterCount() const override { return static_cast<int>(value().size()); }
    QRect characterRect(int) const override { return rect(); }
    int offsetAtPoint(const QPoint&) const override { return 0; }
    void scrollToSubstring(int, int) override {}
    QString attributes(int, int* start, int* end) const override {
        *start = 0;
        *end = characterCount();
        return {};
    }

private:
    QComboBox* box() const { return static_cast<QComboBox*>(widget()); }
    QString value() const { return box()->currentText(); }
    bool isOpen() const { return box()->view()->isVisible(); }
};

QAccessibleInterface* comboAccess(const QString& kind, QObject* object) {
    const bool ours = kind == QLatin1String(ComboBox::staticMetaObject.className());
    return ours ? new ComboAccess(static_cast<QComboBox*>(object)) : nullptr;
}

} // namespace

void nameComboBoxes() {
    static const bool once = [] {
        QAccessible::installFactory(comboAccess);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace belfry
