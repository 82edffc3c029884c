// What commands share that make experiments of runs: options they have no use for, and Ctrl-C.
#pragma once

#include "app/cli/interrupt.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <stop_token>

namespace belfry::cli {

// Ctrl-C ends an experiment after its step; a third one ends the program. After holdInterrupts().
class Stopper {
public:
    Stopper();
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    InterruptWatch watch_;
};

// What an experiment sets itself, and what matters only to a run that is kept, is no option of it.
void leaveOut(CLI::App& app, std::initializer_list<const char*> options);
void leaveOutRun(CLI::App& app);

} // namespace belfry::cli
