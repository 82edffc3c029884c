#include "app/cli/field_options.h"

#include "core/base/error.h"
#include "core/base/joined.h"

#include <algorithm>
#include <sstream>

namespace belfry::cli {
namespace {

std::string firstSentence(const std::string& text) {
    const std::size_t end = text.find(". ");
    return end != std::string::npos ? text.substr(0, end) : text.substr(0, text.size() - (text.ends_with('.') ? 1 : 0));
}

} // namespace

std::string optionHelp(const FieldInfo& field, const Text& user, const std::string& more) {
    std::string help = firstSentence(field.help.english());
    if (field.choices != nullptr)
        help += ": " + namesOf(field.choices());
    else if (!field.zero.empty() && help.find("0:") == std::string::npos)
        help += "; 0: " + field.zero.english();
    return help + more + (user.empty() ? "" : " (for " + user.english() + ")");
}

std::string namesOf(const std::vector<Choice>& choices) { return joined(choices, ", ", &Choice::name); }

std::vector<std::string> commaSeparated(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream stream(text + ",");
    for (std::string word; std::getline(stream, word, ',');)
        words.push_back(word);
    return words;
}

// A name that is missing between commas is refused: a slip must not take a device away.
std::vector<std::string> deviceNames(const std::string& text) {
    std::vector<std::string> names = commaSeparated(text);
    if (std::ranges::find(names, "") != names.end())
        throw usageError(Text::tr("--devices is '%1', which leaves a name empty; expected names "
                                  "with single commas between them, such as cpu or cuda:0,cuda:1.",
                                  text.substr(0, 80)));
    return names;
}

} // namespace belfry::cli
