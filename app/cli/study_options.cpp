#include "app/cli/study_options.h"

#include "core/train/plan_fields.h"

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
    leaveOut(app, {"--name", "--epochs", "--steps", "--patience", "--best-by", "--learning-rate"});
    for (const PlanField& field : planFields())
        if (field.group == "schedule" || field.group == "record")
            app.remove_option(app.get_option(field.optionName()));
}

} // namespace belfry::cli
