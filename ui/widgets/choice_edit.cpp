#include "ui/widgets/choice_edit.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/texts.h"

#include <QAbstractItemView>
#include <QStyledItemDelegate>

namespace belfry {
namespace {

constexpr int kTitle = Qt::UserRole + 1;

// "Crop and flip: pad-crop 4, flip"
class TitledLines : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->text = QStringLiteral("%1: %2").arg(index.data(kTitle).toString(), index.data().toString());
    }
};

} // namespace

ChoiceEdit::ChoiceEdit(std::vector<ChoiceBox::Item> items, QWidget* parent) : ComboBox(parent) {
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr); // it would write a whole line after the first letter
    setItemDelegate(new TitledLines(this));
    for (const ChoiceBox::Item& item : items)
        addItem(QString::fromStdString(item.name), QString::fromStdString(item.name));
    keepTranslated(this, [this, items = std::move(items)] {
        for (int i = 0; i < count(); ++i) {
            const ChoiceBox::Item& item = items[static_cast<std::size_t>(i)];
            setItemData(i, translated(item.title), kTitle);
            setItemData(i, translated(item.help), Qt::ToolTipRole);
        }
    });
}

void ChoiceEdit::setValue(const std::string& value) {
    const QString text = QString::fromStdString(value);
    if (const int place = findData(text); place >= 0)
        setCurrentIndex(place);
    if (currentText() != text)
        setEditText(text);
    lineEdit()->setCursorPosition(0); // of a list longer than the field, the beginning is seen
}

void ChoiceEdit::showPopup() {
    constexpr int kFrame = 24;
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + kFrame);
    ComboBox::showPopup();
}

} // namespace belfry
