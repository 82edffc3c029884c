#include "app/cli/study_options.h"

#include <unistd.h>

namespace belfry::cli {

Stopper::Stopper()
    : watch_([this](int count) {
          if (count > 2)
              ::_exit(130);
          source_.request_stop();
      }) {}

void leaveOut(CLI::App& app, std::initializer_list<const char*> options) {
    for (const char* option : options)
        app.remove_option(app.get_option(option));
}

void leaveOutRun(CLI::App& app) {
    leaveOut(app, {"--name", "--epochs", "--steps", "--patience", "--best-by", "--learning-rate", "--schedule",
                   "--decay-factor", "--decay-epochs", "--decay-steps", "--warmup-epochs", "--warmup-steps",
                   "--checkpoint-every", "--checkpoint-minutes", "--keep-checkpoints", "--display-every",
                   "--tensorboard", "--histograms-every"});
}

} // namespace belfry::cli
