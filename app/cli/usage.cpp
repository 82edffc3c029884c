#include "app/cli/usage.h"

#include "app/cli/formatting.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/base/suggest.h"

#include <algorithm>

namespace belfry::cli {
namespace {

// "belfry-cli runs show" for the innermost command that was understood.
struct Place {
    const CLI::App* command;
    std::string words;
};

Place understood(const CLI::App& app) {
    Place place{&app, app.get_name()};
    while (!place.command->get_subcommands().empty()) {
        place.command = place.command->get_subcommands().front();
        place.words += " " + place.command->get_name();
    }
    return place;
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

std::string unexpected(const Place& place, const std::vector<std::string>& words) {
    const auto option = std::ranges::find_if(words, [](const std::string& word) { return word.starts_with("-"); });
    const std::string help = "'" + place.words + " --help' lists what is expected.";
    if (option == words.end())
        return "Unexpected '" + words.front().substr(0, 80) + "' after '" + place.words + "'; " + help;
    const std::string name = option->substr(0, std::min(option->find('='), std::size_t{80}));
    const std::string near = nearestName(name, optionNames(*place.command));
    return "Unknown option '" + name + "'" + (near.empty() ? "; " : "; did you mean '" + near + "'? ") + help;
}

} // namespace

std::string usageSentence(const CLI::App& app, const CLI::Error& error) {
    const Place place = understood(app);
    const std::vector<std::string> commands = commandNames(*place.command);
    std::vector<std::string> left = app.remaining(/*recurse=*/true);
    std::erase(left, "--"); // all after it are no options
    const bool option = !left.empty() && left.front().starts_with("-");
    if (!commands.empty() && !left.empty() && !option)
        return unknownName(Text::tr("command"), left.front(), commands).english();
    if (!left.empty())
        return unexpected(place, left);
    if (place.command->get_require_subcommand_min() > 0)
        return "'" + place.words + "' needs a command; expected one of " + joined(commands) + ".";
    if (dynamic_cast<const CLI::ExcludesError*>(&error))
        return std::string(error.what()) + "; give one of the two.";
    return std::string(error.what()) + "; '" + place.words + " --help' lists what is expected.";
}

} // namespace belfry::cli
