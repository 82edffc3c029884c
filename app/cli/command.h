// One file per command; main.cpp lists them. A command adds its options to the parser and leaves what is to be done.
#pragma once

#include "app/common/program.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace belfry::cli {

inline constexpr int kStoppedByUser = 130; // by Ctrl-C, after saving

// Exit status 0 done, 1 failed run, 2 bad usage or bad input, or kStoppedByUser.
using Action = std::function<int()>;

// The action of the given command.
struct Chosen {
    char** argv; // the program's own, for the restart before training
    Action action;
};

inline void whenChosen(CLI::App& command, Chosen& chosen, Action work) {
    command.callback([&chosen, work = std::move(work)] { chosen.action = work; });
}

// For commands that train: the program starts again with threads that wait passively, then works.
inline void trainWhenChosen(CLI::App& command, Chosen& chosen, Action work) {
    whenChosen(
        command, chosen,
        [argv = chosen.argv, work = std::move(work)] {
            restartWithPassiveWaiting(argv);
            return work();
        });
}

void addDevices(CLI::App& app, Chosen& chosen);
void addBackbone(CLI::App& app, Chosen& chosen);
void addModels(CLI::App& app, Chosen& chosen);
void addData(CLI::App& app, Chosen& chosen);
void addDoctor(CLI::App& data, Chosen& chosen);
void addFix(CLI::App& data, Chosen& chosen);
void addTrain(CLI::App& app, Chosen& chosen);
void addBranch(CLI::App& app, Chosen& chosen);
void addResume(CLI::App& app, Chosen& chosen);
void addFind(CLI::App& app, Chosen& chosen);
void addSchedule(CLI::App& app, Chosen& chosen);
void addReproduce(CLI::App& app, Chosen& chosen);
void addScaling(CLI::App& app, Chosen& chosen);
void addSearch(CLI::App& app, Chosen& chosen);
// A command within another one that works without it, too: the outer one takes the action if it is given.
struct SubCommand {
    CLI::App* app;
    Action action;
};
SubCommand addJoin(CLI::App& search); // a search that another process leads
void addEvaluate(CLI::App& app, Chosen& chosen);
void addPredict(CLI::App& app, Chosen& chosen);
void addExplain(CLI::App& app, Chosen& chosen);
void addFamiliar(CLI::App& app, Chosen& chosen);
void addLabelNext(CLI::App& app, Chosen& chosen);
void addMap(CLI::App& app, Chosen& chosen);
void addExport(CLI::App& app, Chosen& chosen);
void addVerify(CLI::App& app, Chosen& chosen);
void addReport(CLI::App& app, Chosen& chosen);
void addServe(CLI::App& app, Chosen& chosen);
void addRuns(CLI::App& app, Chosen& chosen);
void addRunEdits(CLI::App& runs, Chosen& chosen); // what "runs" can change: names, notes, tags, where a run is stored
void addBench(CLI::App& app, Chosen& chosen);
void addBenchLink(CLI::App& bench, Chosen& chosen);
// "0.25,1,64", each from 0.001 to 256, in bytes. Throws Error(Usage).
std::vector<std::int64_t> vectorSizes(const std::string& megabytes);

} // namespace belfry::cli
