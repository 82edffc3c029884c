// A menu made from one of the engine's tables: shows translated titles, hands over names. GUI thread only.
#pragma once

#include "core/base/text.h"
#include "ui/widgets/fields.h"

#include <string>
#include <vector>

namespace belfry {

class ChoiceBox : public ComboBox {
    Q_OBJECT
public:
    struct Item {
        std::string name; // as in a plan
        Text title;
        Text help; // the item's tool tip; may be empty
    };
    explicit ChoiceBox(std::vector<Item> items, QWidget* parent = nullptr);
    // From Choice, CatalogueEntry, ZooEntry or Preset.
    template <typename Table>
    static std::vector<Item> itemsOf(const Table& table) {
        std::vector<Item> items;
        for (const auto& entry : table)
            if constexpr (requires { entry.help; })
                items.push_back({entry.name, textOf(entry.title), textOf(entry.help)});
            else
                items.push_back({entry.name, textOf(entry.title), textOf(entry.summary)});
        return items;
    }

    // The name of the current item, "" if there is none; an unknown one shows nothing.
    std::string name() const { return currentData().toString().toStdString(); }
    void setName(const std::string& name) { setCurrentIndex(findData(QString::fromStdString(name))); }
    // A last item of the user's own, shown by its title, or by its name where it has none.
    void setOwn(const std::string& name, const std::string& title = {});
    void showPopup() override; // as wide as its widest title

private:
    static Text textOf(const Text& text) { return text; }
    static Text textOf(const std::string& words) { return Text::verbatim(words); } // the same in every language
    std::vector<Item> items_;
};

} // namespace belfry
