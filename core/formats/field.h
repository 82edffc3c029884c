// One row of a table of settings: all that JSON, the command line, the window and searches say of one member of a plain
// struct, and ask of its value. The table is the only place that describes them. Plain values; any thread.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace belfry {

// One of the names that a setting may have.
struct Choice {
    std::string name; // as in JSON and on the command line
    Text title;       // as the window shows it
    Text help;        // what it does, and what to do when training fails because of it
};

// The title of the choice with this name; the name itself, untranslated, where there is none.
Text titleOf(const std::vector<Choice>& choices, const std::string& name);

// Of a number. Both ends are allowed unless said otherwise.
struct Bounds {
    double min = 0, max = 0;
    bool aboveMin = false, belowMax = false; // that end is refused
    bool orZero = false;                     // 0 means none; min is of all other values
};

// The values that a search may choose for the setting; names: all of them.
struct Searched {
    double min = 0, max = 0;
    std::vector<double> first = {}; // that a search begins with: values, or the ends of a range of `points`
    int points = 0;                 // 0: values
    bool logarithmic = false;
    Text note = {}; // hint for users who make it a gene
};

// A text with a grammar of its own, of which the setting's choices are some words.
struct Written {
    void (*check)(const std::string& value) = nullptr; // throws Error(Usage)
    const std::vector<Choice>& (*usual)() = nullptr;   // values that a menu offers beside the choices
};

struct FieldInfo {
    std::string name; // in JSON; with hyphens on the command line
    Text title;       // "Decay factor": label of a form, row of a table
    // The first sentence says what it is, and is what --help shows; the others, what to do when training fails. Empty:
    // it is not an option of its own.
    Text help;
    Text subject;       // begins refusals: "The decay factor"; of choices, their kind: "schedule"
    bool inForm = true; // the window's form has it as a field of its own
    std::optional<Bounds> bounds;
    const std::vector<Choice>& (*choices)() = nullptr;
    std::optional<Written> written;
    Text zero;                        // meaning of 0, if 0 is special: "by epochs"
    Text unit, units;                 // of 1, and of other numbers: "epoch", "epochs"
    bool live = false;                // may be changed while a run is in progress
    std::string option;               // without its hyphens, where it is not made from the name
    std::string insteadOf;            // the field that is ignored while this one is not 0
    std::optional<Searched> searched; // it can be a gene
    std::string group;                // of fields that stand together in forms; set by the table

    std::string optionName() const; // "--decay-factor"
};

// When a setting has an effect.
template <typename Owner>
struct Condition {
    std::function<bool(const Owner&)> holds; // empty: always
    Text user;                               // for what: "the queue feed"; empty where giving it elsewhere is no slip

    bool operator()(const Owner& owner) const { return !holds || holds(owner); }
};

template <typename Owner>
struct Field : FieldInfo {
    template <typename Value>
    using Access = std::function<Value&(Owner&)>;
    using Folder = std::optional<std::filesystem::path>;
    // A name that stands for a value of another type.
    struct Named {
        std::function<std::string(const Owner&)> get;
        std::function<void(Owner&, const std::string&)> set; // throws Error(Usage) for an unknown one
    };
    using Member = std::variant<Access<std::string>, Access<std::vector<std::string>>, Access<bool>, Access<int>,
                                Access<std::int64_t>, Access<std::uint64_t>, Access<double>, Access<Folder>, Named>;
    Member member;
    Condition<Owner> applies;

    // Optional properties; each returns the row.
    Field& number(Text itsSubject, Bounds itsBounds) {
        subject = std::move(itsSubject);
        bounds = itsBounds;
        return *this;
    }
    Field& named(Text kind, const std::vector<Choice>& (*names)()) {
        subject = std::move(kind);
        choices = names;
        return *this;
    }
    Field& when(Condition<Owner> condition) {
        applies = std::move(condition);
        return *this;
    }
    template <typename Value>
    Field& with(Value FieldInfo::*part, std::type_identity_t<Value> value) {
        this->*part = std::move(value);
        return *this;
    }

    // Calls visitor(value) with the member, or with a Named's name, which is taken over afterwards.
    template <typename Visitor>
    void visit(Owner& owner, const Visitor& visitor) const {
        const auto call = [&]<typename At>(const At& at) {
            if constexpr (std::is_same_v<At, Named>) {
                std::string value = at.get(owner);
                visitor(value);
                at.set(owner, value);
            } else {
                visitor(at(owner));
            }
        };
        std::visit(call, member);
    }
    template <typename Visitor>
    void visit(const Owner& owner, const Visitor& visitor) const {
        const auto call = [&]<typename At>(const At& at) {
            if constexpr (std::is_same_v<At, Named>)
                visitor(std::as_const(static_cast<const std::string&>(at.get(owner))));
            else
                visitor(std::as_const(at(const_cast<Owner&>(owner)))); // only read
        };
        std::visit(call, member);
    }
    // Throws Error(Usage) with one sentence for a number out of bounds and an unknown name.
    void check(const Owner& owner) const;
};

// The field that is used instead of this one, as the owner's fields are set; null: there is none.
template <typename Owner>
const Field<Owner>* deciderOf(const std::vector<Field<Owner>>& table, const FieldInfo& field, const Owner& owner) {
    for (const Field<Owner>& other : table) {
        bool set = false;
        if (other.insteadOf == field.name)
            other.visit(owner, [&set](const auto& value) { set = value != std::decay_t<decltype(value)>(); });
        if (set)
            return &other;
    }
    return nullptr;
}

// The member at the end of a path: memberAt<Plan, &Plan::mlp, &MlpShape::width>.
template <typename Owner, auto First, auto... Rest>
auto& memberAt(Owner& owner) {
    if constexpr (sizeof...(Rest) == 0)
        return owner.*First;
    else
        return memberAt<std::remove_reference_t<decltype(owner.*First)>, Rest...>(owner.*First);
}

// The row of a member: row<&Plan::mlp, &MlpShape::width>("width", Text::tr("Width"), ...).
template <auto... Path, typename Owner, typename First>
Field<Owner> rowOf(First Owner::*, std::string name, Text title, Text help) {
    return {
        {.name = std::move(name), .title = std::move(title), .help = std::move(help)}, &memberAt<Owner, Path...>, {}};
}
template <auto First, auto... Rest>
auto row(std::string name, Text title, Text help = {}) {
    return rowOf<First, Rest...>(First, std::move(name), std::move(title), std::move(help));
}

// The row of a part, in a table of the whole that has its members.
template <typename Whole, typename Part>
requires std::is_base_of_v<Part, Whole> Field<Whole> fieldOf(const Field<Part>& field) {
    Field<Whole> row{field, {}, {}};
    std::visit(
        [&row]<typename At>(const At& at) {
            if constexpr (std::is_same_v<At, typename Field<Part>::Named>)
                row.member = typename Field<Whole>::Named{at.get, at.set};
            else
                row.member = at;
        },
        field.member);
    return row;
}

template <typename Owner>
struct FieldGroup {
    const char* name;
    std::vector<Field<Owner>> (*rows)();
};
template <typename Owner>
std::vector<Field<Owner>> tableOf(std::initializer_list<FieldGroup<Owner>> groups) {
    std::vector<Field<Owner>> table;
    for (const FieldGroup<Owner>& group : groups)
        for (Field<Owner>& row : group.rows()) {
            row.group = group.name;
            table.push_back(std::move(row));
        }
    return table;
}

// The row of this name. Throws std::out_of_range if there is none.
template <typename Owner>
const Field<Owner>& fieldNamed(const std::vector<Field<Owner>>& table, std::string_view name) {
    for (const Field<Owner>& field : table)
        if (field.name == name)
            return field;
    throw std::out_of_range("no field " + std::string(name));
}

// Throw Error(Usage) as Field::check() does.
void checkNumber(const FieldInfo& field, std::int64_t value);
void checkNumber(const FieldInfo& field, double value);
void checkName(const FieldInfo& field, const std::string& value);

template <typename Owner>
void Field<Owner>::check(const Owner& owner) const {
    visit(
        owner,
        [this](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::string>) {
                if (written)
                    written->check(value);
                else if (choices != nullptr)
                    checkName(*this, value);
            } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
                if (bounds)
                    checkNumber(
                        *this, static_cast<std::conditional_t<std::is_integral_v<Value>, std::int64_t, double>>(value));
            }
        });
}

} // namespace belfry
