#include "app/cli/field_options.h"

#include "app/cli/number_options.h"
#include "core/base/error.h"

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

std::string namesOf(const std::vector<Choice>& choices) {
    std::string names;
    for (const Choice& choice : choices)
        names += (names.empty() ? "" : ", ") + choice.name;
    return names;
}

// A name that is missing between commas is refused: a slip must not take a device away.
std::vector<std::string> deviceNames(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream stream(text + ",");
    for (std::string name; std::getline(stream, name, ',');) {
        if (name.empty())
            throw Error(ErrorCategory::Usage, Text::tr("--devices is '%1', which leaves a name empty; expected names "
                                                       "with single commas between them, such as cpu or cuda:0,cuda:1.",
                                                       text.substr(0, 80)));
        names.push_back(name);
    }
    return names;
}

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

template CLI::Option* addOption<std::string>(CLI::App&, const FieldInfo&, const std::string&, nlohmann::json&);
template CLI::Option* addOption<std::vector<std::string>>(CLI::App&, const FieldInfo&, const std::string&,
                                                          nlohmann::json&);
template CLI::Option* addOption<bool>(CLI::App&, const FieldInfo&, const std::string&, nlohmann::json&);
template CLI::Option* addOption<int>(CLI::App&, const FieldInfo&, const std::string&, nlohmann::json&);
template CLI::Option* addOption<std::int64_t>(CLI::App&, const FieldInfo&, const std::string&, nlohmann::json&);
template CLI::Option* addOption<std::uint64_t>(CLI::App&, const FieldInfo&, const std::string&, nlohmann::json&);
template CLI::Option* addOption<double>(CLI::App&, const FieldInfo&, const std::string&, nlohmann::json&);
template CLI::Option* addOption<std::optional<std::filesystem::path>>(CLI::App&, const FieldInfo&, const std::string&,
                                                                      nlohmann::json&);

} // namespace belfry::cli
