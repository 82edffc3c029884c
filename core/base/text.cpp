#include "core/base/text.h"

#include "core/base/error.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ostream>

namespace belfry {
namespace {

std::string englishOf(const Text::Argument& argument) {
    struct Words {
        std::string operator()(const std::string& words) const { return words; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(const Number& number) const { return number.english(); }
        std::string operator()(const Text& text) const { return text.english(); }
    };
    return std::visit(Words(), argument);
}

// A title that has no place for its argument, the name that is typed (core/train/choice_text.h).
bool isTitleOfName(const std::string& textTemplate, const std::vector<Text::Argument>& arguments) {
    return arguments.size() == 1 && !textTemplate.empty() && textTemplate.find("%1") == std::string::npos;
}

} // namespace

std::string Number::english() const {
    char text[64];
    std::snprintf(text, sizeof text, format == 'f' ? "%.*f" : "%.*g", precision, value);
    return text;
}

bool Text::empty() const { return template_.empty() && arguments_.empty(); }

bool Text::operator==(const Text&) const = default;

Text Text::withoutFullStop() const {
    Text text = *this;
    const auto chop = [](std::string& words) {
        while (words.ends_with('.'))
            words.pop_back();
    };
    chop(text.template_);
    chop(text.singular_);
    if (!text.arguments_.empty()) {
        const bool endsWithArgument =
            text.template_.empty() || text.template_.ends_with('%' + std::to_string(text.arguments_.size()));
        if (auto* last = std::get_if<Text>(&text.arguments_.back()); last != nullptr && endsWithArgument)
            *last = last->withoutFullStop();
        else if (auto* words = std::get_if<std::string>(&text.arguments_.back()); words && text.template_.empty())
            chop(*words);
    }
    return text;
}

std::string Text::english() const {
    std::vector<std::string> words;
    for (const Argument& argument : arguments_)
        words.push_back(englishOf(argument));
    if (template_.empty()) { // verbatim, or sentences
        std::string all;
        for (const std::string& word : words)
            all += (all.empty() ? "" : " ") + word;
        return all;
    }
    if (isTitleOfName(template_, arguments_))
        return words.front();
    return fillTemplate(count_ == 1 && !singular_.empty() ? singular_ : template_, std::to_string(count_), words);
}

Text Text::fromParts(std::string textTemplate, std::string singular, std::int64_t count,
                     std::vector<Argument> arguments) {
    Text text;
    text.template_ = std::move(textTemplate);
    text.singular_ = std::move(singular);
    text.count_ = count;
    text.arguments_ = std::move(arguments);
    return text;
}

Text Text::verbatim(std::string words) {
    return words.empty() ? Text() : fromParts("", "", 0, {Argument(std::move(words))});
}

Text Text::number(double value) {
    if (!std::isfinite(value))
        return std::isnan(value) ? tr("not a number") : tr("infinite");
    Number shortest{value, 'g', 15};
    while (shortest.precision < 17 && std::strtod(shortest.english().c_str(), nullptr) != value)
        ++shortest.precision;
    return fromParts("", "", 0, {Argument(shortest)});
}

Text Text::sentences(const std::vector<Text>& texts) {
    std::vector<Argument> parts;
    for (const Text& text : texts)
        if (!text.empty())
            parts.emplace_back(text);
    return fromParts("", "", 0, std::move(parts));
}

std::ostream& operator<<(std::ostream& out, const Text& text) { return out << text.english(); }

std::vector<std::string> englishOf(const std::vector<Text>& texts) {
    std::vector<std::string> all;
    for (const Text& text : texts)
        all.push_back(text.english());
    return all;
}

std::string fillTemplate(std::string_view textTemplate, std::string_view count, const std::vector<std::string>& words) {
    std::string filled;
    for (std::size_t at = 0; at < textTemplate.size(); ++at) {
        const char next = textTemplate[at] == '%' && at + 1 < textTemplate.size() ? textTemplate[at + 1] : '\0';
        const auto place = static_cast<std::size_t>(next - '1');
        if (next == 'n')
            filled += count;
        else if (next >= '1' && next <= '9' && place < words.size())
            filled += words[place];
        else {
            filled += textTemplate[at];
            continue;
        }
        ++at;
    }
    return filled;
}

} // namespace belfry
