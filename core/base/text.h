// A message as a value: an English template with placeholders %1 to %9, and their arguments. The command line prints
// english(); the window translates the template and fills it by its language's rules (ui/foundation/texts.h). Templates
// for translation are collected from every Text::tr("...") and plural("...") in the sources. Plain value; any thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace belfry {

class Text;

// A floating-point number, formatted with the decimal point of the language.
struct Number {
    double value = 0;
    char format = 'g'; // of printf: 'g' or 'f'
    int precision = 6; // 'g': significant digits, 'f': decimals
    std::string english() const;
    bool operator==(const Number&) const = default;
};
inline Number significant(double value, int digits = 6) { return {value, 'g', digits}; }
inline Number decimals(double value, int digits) { return {value, 'f', digits}; }

// A template whose placeholders are checked at compile time: %1 to %N for N arguments, and %n for a count.
template <typename... Arguments>
class TextTemplate {
public:
    consteval TextTemplate(const char* english) : english_(english) {
        for (std::size_t place = 1; place <= sizeof...(Arguments); ++place)
            if (!has(static_cast<char>('0' + place)))
                throw "an argument has no place in the template";
        for (const char* at = english; *at != '\0'; ++at)
            if (at[0] == '%' && at[1] >= '1' && at[1] <= '9' &&
                static_cast<std::size_t>(at[1] - '0') > sizeof...(Arguments))
                throw "a place of the template has no argument";
    }
    const char* english() const { return english_; }

private:
    consteval bool has(char place) const {
        for (const char* at = english_; *at != '\0'; ++at)
            if (at[0] == '%' && at[1] == place)
                return true;
        return false;
    }
    const char* english_;
};

class Text {
public:
    // Strings are names, paths and texts of other programs: they are not translated.
    using Argument = std::variant<std::string, std::int64_t, Number, Text>;

    Text() = default;                                           // empty
    explicit operator std::string() const { return english(); } // for logs, files and the command line
    // "The number of towers is %1; expected %2 to %3." At most nine arguments. An argument must not be a literal, as it
    // would stay English.
    template <typename... Arguments>
    static Text tr(TextTemplate<std::type_identity_t<Arguments>...> english, const Arguments&... arguments) {
        static_assert(sizeof...(Arguments) <= 9);
        static_assert((!std::is_convertible_v<Arguments, const char*> && ...), "a literal belongs in the template");
        return fromParts(english.english(), "", 0, {argument(arguments)...});
    }
    // plural("%n images in %1", "%n image in %1", count, folder): the language's plural rule selects the form.
    template <typename... Arguments>
    static Text plural(TextTemplate<std::type_identity_t<Arguments>...> many,
                       TextTemplate<std::type_identity_t<Arguments>...> one, std::int64_t count,
                       const Arguments&... arguments) {
        return fromParts(many.english(), one.english(), count, {argument(arguments)...});
    }
    // Text from elsewhere (a library, the system, a user), unchanged.
    static Text verbatim(std::string words);
    // The shortest form that reads back as the same number, "not a number" or "infinite".
    static Text number(double value);
    // "A. B. C.": joins the non-empty texts with spaces.
    static Text sentences(const std::vector<Text>& texts);

    // As a part of another sentence: "(%1)".
    Text withoutFullStop() const;

    bool empty() const;
    // A title whose one argument has no place in it is that argument, the name that is typed (train/choice_text.h).
    std::string english() const;
    bool operator==(const Text&) const;
    // Compares the English text.
    template <std::convertible_to<std::string_view> Words>
    bool operator==(const Words& words) const {
        return english() == std::string_view(words);
    }

    // For translation, and for files.
    const std::string& textTemplate() const { return template_; } // "" for verbatim words and sentences
    const std::string& singular() const { return singular_; }     // of a plural; else ""
    std::int64_t count() const { return count_; }                 // %n of a plural
    const std::vector<Argument>& arguments() const { return arguments_; }
    static Text fromParts(std::string textTemplate, std::string singular, std::int64_t count,
                          std::vector<Argument> arguments);

private:
    template <typename Value>
    static Argument argument(const Value& value) {
        if constexpr (std::same_as<Value, Text> || std::same_as<Value, Number>)
            return value;
        else if constexpr (std::same_as<Value, std::uint64_t>)
            return std::in_range<std::int64_t>(value) ? Argument(static_cast<std::int64_t>(value))
                                                      : Argument(std::to_string(value));
        else if constexpr (std::integral<Value>)
            return static_cast<std::int64_t>(value);
        else
            return std::string(value);
    }

    std::string template_, singular_;
    std::int64_t count_ = 0;
    std::vector<Argument> arguments_;
};

std::ostream& operator<<(std::ostream& out, const Text& text); // in English
std::vector<std::string> englishOf(const std::vector<Text>& texts);

// Replaces %1, %2 ... by `words` and %n by `count`. Placeholders inside the replacements are not replaced.
std::string fillTemplate(std::string_view textTemplate, std::string_view count, const std::vector<std::string>& words);

} // namespace belfry
