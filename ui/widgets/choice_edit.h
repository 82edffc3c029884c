// A line of text with a menu of usual values: for a setting with a grammar of its own. The menu shows their titles too;
// the line is what a plan has. GUI thread only.
#pragma once

#include "ui/widgets/choice_box.h"

namespace belfry {

class ChoiceEdit : public ComboBox {
    Q_OBJECT
public:
    explicit ChoiceEdit(std::vector<ChoiceBox::Item> items, QWidget* parent = nullptr);

    std::string value() const { return currentText().trimmed().toStdString(); }
    void setValue(const std::string& value);
    void showPopup() override; // as wide as its widest line
};

} // namespace belfry
