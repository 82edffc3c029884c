// Options made from a table of settings (core/formats/field.h), and what was given by them.
#pragma once

#include "app/cli/number_options.h"
#include "core/formats/field.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace belfry::cli {

// The first sentence of the field's help, the names that it may have, `more`, and what it is for.
std::string optionHelp(const FieldInfo& field, const Text& user, const std::string& more);

std::string namesOf(const std::vector<Choice>& choices); // "adam, sgd, ..."

std::vector<std::string> commaSeparated(const std::string& text); // empty words too

// "cuda:0,cuda:1" as names. Throws Error(Usage) for an empty one.
std::vector<std::string> deviceNames(const std::string& text);

// `given` must outlive the parser. It gets the value under the field's name, with the type of the member.
template <typename Value>
CLI::Option* addOption(CLI::App& app, const FieldInfo& field, const std::string& help, nlohmann::json& given) {
    const std::string option = field.optionName();
    const auto take = [&given, name = field.name](auto value) { given[name] = std::move(value); };
    const auto add = [&](const auto& read) {
        return app.add_option_function<std::string>(
            option, [take, read](const std::string& text) { take(read(text)); }, help);
    };
    if constexpr (std::is_same_v<Value, bool>)
        return app.add_flag_function(
            option, [take](std::int64_t times) { take(times > 0); }, help);
    else if constexpr (std::is_arithmetic_v<Value>)
        return add([option](const std::string& text) { return numberFrom<Value>(option, text); })
            ->type_name(std::is_integral_v<Value> ? "INT" : "FLOAT");
    else if constexpr (std::is_same_v<Value, std::vector<std::string>>)
        return add(deviceNames);
    else
        return add([](const std::string& text) { return text; });
}

// Copies share what is given.
template <typename Owner>
class FieldOptions {
public:
    explicit FieldOptions(const std::vector<Field<Owner>>& table) : table_(&table) {}

    // Both of a pair that counts instead of one another cannot be given.
    CLI::Option* add(CLI::App& app, const std::string& name, const std::string& more = {}) {
        const Field<Owner>& field = fieldNamed(*table_, name);
        CLI::Option* option = nullptr;
        const Owner any{};
        field.visit(any, [&]<typename Value>(const Value&) {
            option = addOption<Value>(app, field, optionHelp(field, field.applies.user, more), *given_);
        });
        if (!field.insteadOf.empty())
            if (CLI::Option* other = app.get_option_no_throw(fieldNamed(*table_, field.insteadOf).optionName()))
                option->excludes(other);
        return option;
    }

    nlohmann::json& given() const { return *given_; }
    // As a plan's or a search's JSON: what was given, with what counts instead of it switched off.
    nlohmann::json changes() const {
        nlohmann::json changes = *given_;
        for (const Field<Owner>& field : *table_)
            if (changes.contains(field.insteadOf) && !changes.contains(field.name))
                changes[field.name] = 0;
        return changes;
    }
    // An option that changes nothing would be believed: throws Error(Usage) for one that was given, unless a value is
    // wrong in itself: that is said first.
    void refuseIdle(const Owner& owner) const {
        for (const Field<Owner>& field : *table_)
            if (given_->contains(field.name) && !field.applies.user.empty() && !field.applies(owner)) {
                validate(owner);
                throw usageError(Text::tr("%1 has no effect here: it applies to %2. Leave it out, or choose that.",
                                          field.optionName(), field.applies.user.english()));
            }
    }

private:
    const std::vector<Field<Owner>>* table_;
    std::shared_ptr<nlohmann::json> given_ = std::make_shared<nlohmann::json>(nlohmann::json::object());
};

} // namespace belfry::cli
