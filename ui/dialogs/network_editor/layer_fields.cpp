#include "ui/dialogs/network_editor/layer_fields.h"

#include "core/train/plan_fields.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <QScopedValueRollback>
#include <algorithm>
#include <set>
#include <type_traits>

namespace belfry {
namespace {

std::vector<ChoiceBox::Item> paddingItems() {
    return {{"valid", Text::tr("Valid"), {}}, {"same", Text::tr("Same"), {}}, {"symmetric", Text::tr("Symmetric"), {}}};
}

// A property in its widget.
struct Show {
    const LayerField& field;
    QWidget* widget;
    const QStringList& names;
    void operator()(const int* value) const {
        auto* box = static_cast<SpinBox*>(widget);
        box->setRange(*value == 0 && !field.zero.empty() ? 0 : field.min, field.max);
        box->setMinimumText(translated(field.zeroTitle));
        box->setNumber(*value);
    }
    void operator()(const double* value) const { static_cast<RealBox*>(widget)->setNumber(*value); }
    void operator()(const bool* value) const { static_cast<QCheckBox*>(widget)->setChecked(*value); }
    void operator()(const Activation* value) const {
        static_cast<ChoiceBox*>(widget)->setName(std::string(activationName(*value)));
    }
    void operator()(const Padding* value) const {
        static_cast<ChoiceBox*>(widget)->setName(std::string(paddingName(*value)));
    }
    void operator()(const std::string* value) const {
        fillWithNames(*static_cast<ComboBox*>(widget), {}, names, *value);
    }
};

// Takes the value that the user entered.
struct Take {
    const QWidget* widget;
    void operator()(int* value) const { *value = static_cast<const SpinBox*>(widget)->value(); }
    void operator()(double* value) const { *value = static_cast<const RealBox*>(widget)->number(); }
    void operator()(bool* value) const { *value = static_cast<const QCheckBox*>(widget)->isChecked(); }
    void operator()(Activation* value) const {
        *value = activationFromName(static_cast<const ChoiceBox*>(widget)->name());
    }
    void operator()(Padding* value) const { *value = paddingFromName(static_cast<const ChoiceBox*>(widget)->name()); }
    void operator()(std::string* value) const {
        *value = static_cast<const ComboBox*>(widget)->currentData().toString().toStdString();
    }
};

// A field that does not apply gets the value that stands for "not given".
void resetInapplicableFields(Layer& layer) {
    for (const LayerField& field : kindOf(layer).fields(layer))
        if (auto* const* value = std::get_if<double*>(&field.value); value != nullptr && !field.applies)
            **value = field.absent;
}

} // namespace

void fillWithNames(ComboBox& box, const QString& first, QStringList names, const std::string& current) {
    const QString name = QString::fromStdString(current);
    if (!name.isEmpty() && !names.contains(name))
        names << name;
    box.clear();
    if (!first.isEmpty())
        box.addItem(first, QString());
    for (const QString& known : names)
        box.addItem(known, known);
    box.setCurrentIndex(box.findData(name));
}

LayerFields::LayerFields(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("layerFields"));
    setProperty("transparent", "true");
    grid_ = new FieldGrid("belfry::LayerFields", this);
    fillWith(this, columnOf(0, {grid_}));
    for (const LayerKind* kind : layerKinds())
        addEditors(*kind);
    QWidget* above = nullptr;
    for (const Editor& editor : editors_) {
        grid_->addField(editor.title, editor.help, editor.widget);
        if (above != nullptr)
            setTabOrder(above, editor.widget);
        above = editor.widget;
    }
    setLayer({});
}

QWidget* LayerFields::widgetOf(const LayerField& field) const {
    const auto same = std::ranges::find_if(
        editors_, [&field](const Editor& editor) { return editor.title == field.title && editor.help == field.help; });
    return same == editors_.end() ? nullptr : same->widget;
}

// From the last property to the first: a new one goes above that which follows it, so that every kind has its own in
// their order.
void LayerFields::addEditors(const LayerKind& kind) {
    Layer layer = kind.defaults();
    const std::vector<LayerField> fields = kind.fields(layer);
    auto place = editors_.end();
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
        const QWidget* known = widgetOf(*field);
        place = known != nullptr ? std::ranges::find(editors_, known, &Editor::widget)
                                 : editors_.insert(place, Editor{field->title, field->help, makeWidget(*field)});
    }
}

QWidget* LayerFields::makeWidget(const LayerField& field) {
    const auto watched = [this](auto* widget, auto signal) -> QWidget* {
        connect(
            widget, signal, this, [this, widget] { take(widget); });
        return widget;
    };
    const auto choice = [this, watched](std::vector<ChoiceBox::Item> items) {
        return watched(new ChoiceBox(std::move(items), this), &QComboBox::currentIndexChanged);
    };
    return std::visit(
        [this, watched, choice]<typename Value>(Value*) -> QWidget* {
            if constexpr (std::is_same_v<Value, int>) {
                return watched(new SpinBox(this), &NumberField::changed);
            } else if constexpr (std::is_same_v<Value, double>) {
                return watched(new RealBox(this), &NumberField::changed);
            } else if constexpr (std::is_same_v<Value, bool>) {
                return watched(new QCheckBox(this), &QCheckBox::toggled);
            } else if constexpr (std::is_same_v<Value, Activation>) {
                return choice(ChoiceBox::itemsOf(activationChoices()));
            } else if constexpr (std::is_same_v<Value, Padding>) {
                return choice(paddingItems());
            } else {
                static_assert(std::is_same_v<Value, std::string>);
                return watched(new ComboBox(this), &QComboBox::currentIndexChanged);
            }
        },
        field.value);
}

void LayerFields::setLayer(const std::optional<Layer>& layer, const QStringList& names, const QString& problem) {
    const QScopedValueRollback filling(filling_, true);
    layer_ = layer;
    std::set<const QWidget*> applicable; // one of them may be being edited: hidden, it would lose the focus
    if (layer_) {
        for (const LayerField& field : kindOf(*layer_).fields(*layer_)) {
            QWidget* widget = widgetOf(field);
            std::visit(Show{field, widget, names}, field.value);
            if (auto* const* name = std::get_if<std::string*>(&field.value)) {
                const bool known = names.contains(QString::fromStdString(**name));
                grid_->setFieldProblem(widget, known ? QString() : problem);
                setWrong(widget, !known && !problem.isEmpty());
            }
            if (const auto* number = qobject_cast<const NumberField*>(widget))
                grid_->setFieldProblem(number, translated(number->problem()));
            if (field.applies)
                applicable.insert(widget);
        }
    }
    // Shown beside those of the kind before, they would make the window higher, and it would stay so.
    for (const bool visible : {false, true})
        for (const Editor& editor : editors_)
            if (applicable.contains(editor.widget) == visible)
                grid_->setFieldVisible(editor.widget, visible);
}

// Each by itself, so that two wrong ones are both found.
void LayerFields::markNumbers(const std::function<bool(const Layer&)>& isRefused) {
    if (!layer_)
        return;
    Layer shown = *layer_, usual = *layer_;
    for (const LayerField& field : kindOf(usual).fields(usual))
        if (auto* const* value = std::get_if<double*>(&field.value))
            **value = field.absent;
    const bool numbersDecide = !isRefused(usual);
    const std::vector<LayerField> fields = kindOf(shown).fields(shown);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        auto* const* value = std::get_if<double*>(&fields[i].value);
        if (value == nullptr)
            continue;
        Layer one = usual;
        **std::get_if<double*>(&kindOf(one).fields(one)[i].value) = **value;
        static_cast<RealBox*>(widgetOf(fields[i]))->setRefused(numbersDecide && isRefused(one));
    }
}

Text LayerFields::problem() const {
    for (const Editor& editor : editors_)
        if (const auto* number = qobject_cast<const NumberField*>(editor.widget))
            if (!number->isHidden() && !number->problem().empty())
                return number->problem();
    return {};
}

// The other fields keep what they cannot show.
void LayerFields::take(const QWidget* widget) {
    if (filling_ || !layer_)
        return;
    Layer layer = *layer_;
    for (const LayerField& field : kindOf(layer).fields(layer))
        if (widgetOf(field) == widget)
            std::visit(Take{widget}, field.value);
    if (const auto* number = qobject_cast<const NumberField*>(widget)) {
        grid_->setFieldProblem(number, translated(number->problem()));
        Q_EMIT judged();
    }
    resetInapplicableFields(layer);
    if (layer != *layer_) {
        layer_ = layer;
        Q_EMIT edited(layer);
    }
}

} // namespace belfry
