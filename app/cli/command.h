// One file per command; main.cpp lists them. A command adds its options to the parser and leaves what is to be done.
#pragma once

#include "app/common/passive_waiting.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace belfry::cli {

// Exit status 0 done, 1 failed run, 2 bad usage or bad input, 130 stopped by Ctrl-C after saving.
using Action = std::function<int()>;

// For commands that train: the program starts again with threads that wait passively (argv: its own), then works.
template <typename Work>
void trainWhenChosen(CLI::App& command, Action& action, char** argv, Work work) {
    command.callback([&action, argv, work] {
        action = [argv, work] {
            restartWithPassiveWaiting(argv);
            return work();
        };
    });
}

void addDevices(CLI::App& app, Action& action);
void addModels(CLI::App& app, Action& action);
void addData(CLI::App& app, Action& action);
void addTrain(CLI::App& app, Action& action, char** argv); // argv: for the restart before training
void addBranch(CLI::App& app, Action& action, char** argv);
void addResume(CLI::App& app, Action& action, char** argv);
void addFind(CLI::App& app, Action& action, char** argv);
void addSchedule(CLI::App& app, Action& action);
void addReproduce(CLI::App& app, Action& action, char** argv);
void addScaling(CLI::App& app, Action& action, char** argv);
void addSearch(CLI::App& app, Action& action, char** argv);
void addEvaluate(CLI::App& app, Action& action);
void addPredict(CLI::App& app, Action& action);
void addExport(CLI::App& app, Action& action);
void addVerify(CLI::App& app, Action& action);
void addRuns(CLI::App& app, Action& action);
void addBench(CLI::App& app, Action& action, char** argv);

} // namespace belfry::cli
