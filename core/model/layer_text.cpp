// The grammar of a layer, which its kind's fields make up.
#include "core/base/error.h"
#include "core/base/number_in.h"
#include "core/base/suggest.h"
#include "core/model/activation_kind.h"
#include "core/model/layer_kind.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>

namespace belfry {
namespace {

using Form = LayerField::Form;
using Fields = std::vector<LayerField>;

bool standsFirst(const LayerField& field) {
    return field.form == Form::Number || field.form == Form::Square || field.form == Form::Name;
}

// ---- writing

// Shortest text that reads back to the same double.
std::string number(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

double valueOf(const LayerField& field) {
    if (const auto* whole = std::get_if<int*>(&field.value))
        return **whole;
    return *std::get<double*>(field.value);
}

constexpr std::array<std::string_view, 3> kPaddings{"valid", "same", "symmetric"}; // by enumerator

std::string number(const LayerField& field) {
    const auto* whole = std::get_if<int*>(&field.value);
    return whole ? std::to_string(**whole) : number(valueOf(field));
}

// A flag's word is written if its value is not the default.
bool isSet(const LayerField& field, const Layer& layer) {
    Layer defaults = kindOf(layer).defaults();
    const Fields defaultFields = kindOf(layer).fields(defaults);
    const auto same = std::ranges::find(defaultFields, field.name, &LayerField::name);
    return *std::get<bool*>(field.value) != *std::get<bool*>(same->value);
}

// "" for a default, which a line omits.
std::string wordsOf(const LayerField& field, const Layer& layer) {
    switch (field.form) {
    case Form::Number:
        return !field.zero.empty() && valueOf(field) == 0 ? field.zero : number(field);
    case Form::Square:
        return number(field) + "x" + number(field);
    case Form::Name:
        return *std::get<std::string*>(field.value);
    case Form::Option:
        return field.always || valueOf(field) != field.absent ? field.name + " " + number(field) : "";
    case Form::Flag:
        return isSet(field, layer) ? field.name : "";
    case Form::Choice:
        if (const auto* padding = std::get_if<Padding*>(&field.value))
            return **padding == Padding::Valid ? "" : std::string(paddingName(**padding));
        return std::string(activationName(*std::get<Activation*>(field.value)));
    }
    return "";
}

// ---- reading

// The words of one line, taken from the left.
class Words {
public:
    // Zero bytes of a foreign file would end the message that quotes them.
    Words(std::string line, Text where) : where_(std::move(where)) {
        std::ranges::replace(line, '\0', '?');
        stream_.str(std::move(line));
    }

    template <typename What>
    [[noreturn]] void refuse(const What& what) const {
        throw usageError(Text::tr("%1: %2", where_, what));
    }
    [[noreturn]] void refuseWord(const std::string& word, const Text& expected) const {
        refuse(Text::tr("found '%1' where %2 was expected.", shown(word), expected));
    }
    // Of what was found, as much as a message can show.
    static std::string shown(const std::string& text) { return text.substr(0, 80); }

    bool next(std::string& text) { return static_cast<bool>(stream_ >> text); }
    std::string word(const Text& expected) {
        std::string text;
        if (!next(text))
            refuse(Text::tr("the line ends where %1 was expected.", expected));
        return text;
    }
    // A group may stand once in a line.
    void once(const LayerField& field) {
        const Text group = field.group.empty() ? Text::verbatim(field.name) : field.group;
        if (!groups_.insert(group.english()).second)
            refuse(Text::tr("found a second %1; one is possible.", group));
    }

    void readFirst(const LayerField& field) {
        const std::string text = word(field.expected);
        if (field.form == Form::Name)
            *std::get<std::string*>(field.value) = nameFrom(text, field.expected);
        else if (field.form == Form::Square)
            *std::get<int*>(field.value) = squareFrom(text, field.expected);
        else if (!field.zero.empty() && text == field.zero)
            *std::get<int*>(field.value) = 0;
        else
            read(text, field);
        if (!field.zero.empty() && text != field.zero && valueOf(field) < 1)
            refuse(Text::tr("found %1 %2; at least 1 is needed.", text, field.name));
    }
    // False: the word is none of this field's.
    bool readOption(const std::string& text, const LayerField& field) {
        if (field.form == Form::Choice)
            return readChoice(text, field);
        if (text != field.name)
            return false;
        once(field);
        if (field.form == Form::Flag)
            *std::get<bool*>(field.value) = !*std::get<bool*>(field.value);
        else
            read(word(field.expected), field);
        return true;
    }

private:
    template <typename Value>
    Value valueFrom(const std::string& text, const Text& expected) const {
        const std::optional<Value> value = numberIn<Value>(text);
        if (!value || !std::isfinite(static_cast<double>(*value)))
            refuseWord(text, expected);
        return *value;
    }
    void read(const std::string& text, const LayerField& field) const {
        if (const auto* whole = std::get_if<int*>(&field.value))
            **whole = valueFrom<int>(text, field.expected);
        else
            *std::get<double*>(field.value) = valueFrom<double>(text, field.expected);
    }
    std::string nameFrom(const std::string& text, const Text& expected) const {
        if (!isName(text))
            refuseWord(text, expected);
        return text;
    }
    // "5x5": square kernels only.
    int squareFrom(const std::string& text, const Text& expected) const {
        const std::size_t cross = text.find('x');
        const int side = valueFrom<int>(text.substr(0, cross), expected);
        if (cross != std::string::npos && valueFrom<int>(text.substr(cross + 1), expected) != side)
            refuse(Text::tr("found '%1'; kernels are square, such as 5x5.", shown(text)));
        return side;
    }
    bool readChoice(const std::string& text, const LayerField& field) {
        if (const auto* padding = std::get_if<Padding*>(&field.value)) {
            if (std::ranges::find(kPaddings, text) == kPaddings.end())
                return false;
            once(field);
            **padding = paddingFromName(text);
            return true;
        }
        const auto activation = findActivation(text);
        if (!activation)
            return false;
        once(field);
        *std::get<Activation*>(field.value) = *activation;
        return true;
    }

    std::istringstream stream_;
    std::set<std::string> groups_;
    Text where_;
};

const LayerKind& kindNamed(const std::string& word, const Words& words) {
    std::vector<std::string> known;
    for (const LayerKind* kind : layerKinds()) {
        if (kind->word() == word)
            return *kind;
        known.push_back(kind->word());
    }
    words.refuse(unknownName(Text::tr("layer"), word, known));
}

void assign(const LayerField& field, double number) {
    if (const auto* whole = std::get_if<int*>(&field.value))
        **whole = static_cast<int>(number);
    else
        *std::get<double*>(field.value) = number;
}

// Fields that a line omits may depend on the numbers before them: a pool's stride is its size.
Fields optionsOf(const LayerKind& kind, Layer& layer) {
    Fields options = kind.fields(layer);
    std::erase_if(options, standsFirst);
    for (const LayerField& option : options)
        if (option.form == Form::Option)
            assign(option, option.absent);
    return options;
}

} // namespace

std::string layerText(const Layer& layer) {
    Layer copy = layer;
    std::string text = kindOf(layer).word();
    for (const LayerField& field : kindOf(layer).fields(copy))
        if (const std::string words = wordsOf(field, layer); !words.empty())
            text += " " + words;
    return text;
}

Layer layerFromText(const std::string& line, const Text& where) {
    Words words(line, where);
    const LayerKind& kind = kindNamed(words.word(Text::tr("a kind of layer")), words);
    Layer layer = kind.defaults();
    for (const LayerField& field : kind.fields(layer))
        if (standsFirst(field))
            words.readFirst(field);
    const Fields options = optionsOf(kind, layer);
    for (std::string text; words.next(text);) {
        if (std::ranges::any_of(options, [&](const LayerField& field) { return words.readOption(text, field); }))
            continue;
        if (options.empty())
            words.refuse(Text::tr("found '%1' where the line should end.", Words::shown(text)));
        words.refuse(Text::tr("found '%1'; %2", Words::shown(text), kind.syntax()));
    }
    return layer;
}

std::string_view paddingName(Padding padding) { return kPaddings.at(static_cast<std::size_t>(padding)); }

Padding paddingFromName(std::string_view name) {
    const std::vector<std::string> names(kPaddings.begin(), kPaddings.end());
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw usageError(unknownName(Text::tr("padding"), name, names));
    return static_cast<Padding>(found - names.begin());
}

} // namespace belfry
