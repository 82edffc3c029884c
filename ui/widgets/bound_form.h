// A form over a table of settings (core/formats/field.h): makes each field's widget, fills it from a plan, reads it
// back, and shows errors at the field. What was filled in is read back unchanged except for what was edited, also where
// a widget cannot show the whole number. GUI thread only.
#pragma once

#include "core/formats/field.h"
#include "ui/foundation/attempt.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/widget_values.h"

#include <QScopedValueRollback>
#include <map>
#include <set>
#include <string_view>

namespace belfry {

class BoundForm : public FieldGrid {
    Q_OBJECT
public:
    // Parameters as for FieldGrid; `context` is that of heads.
    explicit BoundForm(const char* context, QWidget* parent = nullptr, const char* prefix = "");

    // A field of the table. `own`: another widget than the default one for its values; `help`: another tool tip.
    template <typename Owner>
    QWidget* add(const Field<Owner>& field, QWidget* own = nullptr, const Text& help = {}) {
        QWidget* widget = own;
        if (widget == nullptr) {
            const Owner any{};
            field.visit(any, [&](const auto& value) { widget = makeWidget(field, value); });
        }
        bind(field, widget, help.empty() ? field.help : help);
        return widget;
    }
    // All fields of a group that have a place in forms; with widgets of their own by name.
    using Widgets = std::map<std::string_view, QWidget*>;
    template <typename Owner>
    void addGroup(const std::vector<Field<Owner>>& table, std::string_view group, const Widgets& own = {}) {
        for (const Field<Owner>& field : table)
            if (field.group == group && field.inForm)
                add(field, own.contains(field.name) ? own.at(field.name) : nullptr);
    }
    // The widget of an added field.
    template <typename Widget = QWidget>
    Widget* widget(const FieldInfo& field) const {
        return expected<Widget>(widgets_.at(&field));
    }
    QWidget* widgetOf(const FieldInfo& field) const; // null: it was not added

    // Without edited(). The fields of one group, or all.
    template <typename Owner>
    void fill(const std::vector<Field<Owner>>& table, const Owner& owner, std::string_view group = {}) {
        const QScopedValueRollback filling(filling_, true);
        forEach(table, [&](const Field<Owner>& field, QWidget* widget) {
            if (!group.empty() && field.group != group)
                return;
            field.visit(owner, [widget](const auto& value) { putInto(widget, value); });
        });
    }
    // `owner` is what was filled in last, and gets what was edited.
    template <typename Owner>
    void read(const std::vector<Field<Owner>>& table, Owner& owner) const {
        forEach(
            table,
            [&](const Field<Owner>& field, QWidget* widget) {
                field.visit(
                    owner, [widget](auto& value) { takeFrom(widget, value); });
            });
    }
    // Shows the fields that apply to `owner`, and at each what is wrong with it. `others`: what the field alone does
    // not know, by its name.
    using Problems = std::map<std::string_view, Text>;
    template <typename Owner>
    void showFor(const std::vector<Field<Owner>>& table, const Owner& owner, const Problems& others = {}) {
        forEach(
            table,
            [&](const Field<Owner>& field, QWidget* widget) {
                setFieldVisible(widget, field.applies(owner));
                setDecider(field, widget, deciderOf(table, field, owner));
                Text problem = others.contains(field.name) ? others.at(field.name) : Text();
                attempt([&] { field.check(owner); }, [&](const Text& sentence) { problem = sentence; });
                showProblem(widget, problem);
            });
    }
    // While it is locked only the fields that a run in progress takes can be changed.
    void setLocked(bool locked);
    QString problem() const; // of a number field that is shown; "" when there is none

Q_SIGNALS:
    void edited(); // by the user, or by code that sets a widget's value

private:
    template <typename Owner, typename Visit>
    void forEach(const std::vector<Field<Owner>>& table, const Visit& visit) const {
        for (const Field<Owner>& field : table)
            if (const auto found = widgets_.find(&field); found != widgets_.end())
                visit(field, found->second);
    }
    void setDecider(const FieldInfo& field, QWidget* widget, const FieldInfo* decider);
    QWidget* makeWidget(const FieldInfo& field, const std::string& value);
    QWidget* makeWidget(const FieldInfo& field, bool value);
    QWidget* makeWidget(const FieldInfo& field, double value);
    QWidget* makeWidget(const FieldInfo& field, std::int64_t value);
    template <typename Value>
    QWidget* makeWidget(const FieldInfo& field, const Value& value) {
        if constexpr (std::integral<Value>) {
            return makeWidget(field, static_cast<std::int64_t>(value));
        } else {
            static_assert(FormlessValue<Value>);
            return nullptr; // bind() refuses it
        }
    }
    void bind(const FieldInfo& field, QWidget* widget, const Text& help);
    void showProblem(QWidget* widget, const Text& problem);
    void retranslate(const FieldInfo& field, QWidget* widget);
    void entered();

    std::map<const FieldInfo*, QWidget*> widgets_;
    std::set<const FieldInfo*> decided_; // by other fields
    bool filling_ = false, locked_ = false;
};

} // namespace belfry
