// `serve`: a network that answers other programs.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/device/devices.h"
#include "core/serve/answer_server.h"

#include <cstdio>
#include <cstdlib>

namespace belfry::cli {
namespace {

struct ServeCommand {
    std::string run, tokenFile;
    int megabytes = 16;
    ServeOptions options;
};

// One that stood on the command line would be in the list of processes, for everyone to read.
std::string tokenFrom(const std::string& file) {
    constexpr std::uint64_t kMaxBytes = 4096;
    if (file.empty()) {
        const char* token = std::getenv("BELFRY_TOKEN");
        return token != nullptr ? token : "";
    }
    const std::string text = readFile(file, kMaxBytes);
    const std::string token = text.substr(0, text.find_first_of("\r\n"));
    if (token.empty())
        throw usageError(Text::tr("The first line of '%1' is empty; expected the token there.", file));
    return token;
}

int serve(const ServeCommand& command) {
    holdInterrupts();
    ServeOptions options = command.options;
    options.token = tokenFrom(command.tokenFile);
    options.maxBytes = std::int64_t{command.megabytes} << 20;
    options.threads = usableCores();
    const std::shared_ptr<const Snapshot> snapshot = weightsNamed(command.run);
    AnswerServer server(snapshot, options);
    const Stopper stopper([&server] { server.stop(); });
    std::printf("%s answers on %s (Ctrl-C ends it)\n", oneLine(snapshot->source).c_str(), server.address().c_str());
    std::fflush(stdout);
    server.run();
    std::printf("ended\n");
    return 0;
}

} // namespace

void addServe(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("serve", "Answer pictures that other programs send over HTTP");
    const auto given = std::make_shared<ServeCommand>();
    given->options.port = 8000;
    addRunArgument(*command, given->run);
    command->add_option("--host", given->options.host, "Address to listen on; beyond the loopback a token is needed")
        ->capture_default_str();
    command->add_option("--port", given->options.port, "0: any that is free")
        ->check(numberFromTo(0, 65535))
        ->capture_default_str();
    command->add_option("--token-file", given->tokenFile,
                        "File whose first line is the token that requests must have; else $BELFRY_TOKEN");
    command->add_option("--none-below", given->options.noneBelow, kNoneBelowHelp)->check(numberFromTo(0, 1));
    command->add_option("--max-megabytes", given->megabytes, "Largest request")
        ->check(numberFromTo(1, 1024))
        ->capture_default_str();
    command->add_option("--max-pictures", given->options.maxPictures, "Most pictures of a request")
        ->check(numberFromTo(1, 10000))
        ->capture_default_str();
    command
        ->add_option("--timeout", given->options.timeout,
                     "Seconds that a client may be silent; a whole request, and its answer, may take six times that")
        ->check(numberFromTo(1, 3600))
        ->capture_default_str();
    whenChosen(*command, chosen, [given] { return serve(*given); });
}

} // namespace belfry::cli
