#include "ui/widgets/plan_text.h"

#include "core/data/catalogue.h"
#include "core/model/zoo.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/device_picker.h"

#include <QCoreApplication>
#include <algorithm>
#include <type_traits>

namespace belfry {
namespace {

struct PlanText {
    Q_DECLARE_TR_FUNCTIONS(belfry::PlanText)
};

QString orDash(const QString& text) { return text.isEmpty() ? dashText() : text; }

QString nameText(const PlanField& field, const std::string& value) {
    if (field.choices != nullptr)
        return translated(titleOf(field.choices(), value));
    if (field.name == "model")
        return networkTitle(value);
    if (field.name == "data")
        return dataTitle(value);
    if (field.name == "preset")
        return orDash(presetTitle(value));
    if (field.name == "shares" && value.empty())
        return PlanText::tr("equal");
    return orDash(QString::fromStdString(value));
}

// A seed is an identifier, not a quantity: it has no bounds and no separators.
QString numberText(const PlanField& field, auto value) {
    if (value == 0 && !field.zero.empty())
        return translated(field.zero);
    QString text;
    if constexpr (std::is_integral_v<decltype(value)>)
        text = field.bounds ? countText(static_cast<std::int64_t>(value)) : QString::number(value);
    else
        text = writeNumber(value, true);
    const Text& unit = value == 1 && !field.unit.empty() ? field.unit : field.units;
    return unit.empty() ? text : text + ' ' + translated(unit);
}

QString deviceText(const std::string& id) {
    return id == "auto" ? PlanText::tr("Automatic") : DevicePicker::shortName(id);
}

} // namespace

QString fieldText(const PlanField& field, const Plan& plan) {
    if (field.name == "global_batch")
        return countText(plan.imagesPerStep());
    QString text;
    field.visit(plan, [&](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string>)
            text = nameText(field, value);
        else if constexpr (std::is_same_v<Value, bool>)
            text = value ? PlanText::tr("on") : PlanText::tr("off");
        else if constexpr (std::is_arithmetic_v<Value>)
            text = numberText(field, value);
        else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
            text = orDash((field.name == "devices" ? textsOf(value, deviceText) : stringsOf(value)).join(", "));
        else
            text = value ? QString::fromStdString(value->string()) : dashText();
    });
    return text;
}

QString fieldText(const char* field, const Plan& plan) { return fieldText(planField(field), plan); }

QString networkTitle(const std::string& model) {
    const auto found = std::ranges::find(zoo(), model, &ZooEntry::name);
    return found == zoo().end() ? QString::fromStdString(model) : translated(found->title);
}

QString dataTitle(const std::string& data) {
    const auto found = std::ranges::find(catalogue(), data, &CatalogueEntry::name);
    if (found != catalogue().end())
        return QString::fromStdString(found->title);
    const std::filesystem::path folder(data);
    return QString::fromStdString((folder.has_filename() ? folder : folder.parent_path()).filename().string());
}

QString presetTitle(const std::string& preset) {
    static const std::vector<Preset> presets = [] {
        std::vector<Preset> read;
        attempt([&] { read = loadPresets(); }, [](const Text&) {}); // without resources: their names
        return read;
    }();
    const auto found = std::ranges::find(presets, preset, &Preset::name);
    return found == presets.end() ? QString::fromStdString(preset) : translated(found->title);
}

} // namespace belfry
