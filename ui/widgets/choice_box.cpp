#include "ui/widgets/choice_box.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/texts.h"

#include <QAbstractItemView>

namespace belfry {

ChoiceBox::ChoiceBox(std::vector<Item> items, QWidget* parent) : ComboBox(parent), items_(std::move(items)) {
    for (const Item& item : items_)
        addItem(QString(), QString::fromStdString(item.name));
    keepTranslated(this, [this] {
        for (std::size_t i = 0; i < items_.size(); ++i) {
            setItemText(static_cast<int>(i), translated(items_[i].title));
            setItemData(static_cast<int>(i), translated(items_[i].help), Qt::ToolTipRole);
        }
    });
}

void ChoiceBox::setOwn(const std::string& name, const std::string& title) {
    const int place = static_cast<int>(items_.size());
    const QString text = QString::fromStdString(title.empty() ? name : title), whole = QString::fromStdString(name);
    if (count() == place)
        addItem({});
    setItemText(place, text);
    setItemData(place, whole);
    setItemData(place, whole, Qt::ToolTipRole);
}

void ChoiceBox::showPopup() {
    constexpr int kFrame = 24;
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + kFrame);
    ComboBox::showPopup();
}

} // namespace belfry
