// What the tests of runs share: a root of their own, events and weights with figures that can be told apart.
#pragma once

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/branch.h"
#include "core/runs/run_folder.h"
#include "core/train/events.h"
#include "core/train/snapshot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct RunsTest : testing::Test {
    std::filesystem::path root;
    RunsTest() {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        root = std::filesystem::path(testing::TempDir()) /
               ("belfry_" + std::string(info->name()) + "_" + std::to_string(::getpid())) / "runs";
    }
    ~RunsTest() override { std::filesystem::remove_all(root.parent_path()); }
};

// The message of the Error that `work` throws; its category must be `category`.
template <typename Work>
std::string messageOf(ErrorCategory category, Work work) {
    try {
        work();
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), category) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

// Without waiting for the disk, as writeFileAtomically does.
inline void overwrite(const std::filesystem::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

inline std::vector<std::int64_t> stepsOf(const std::vector<BranchPoint>& points) {
    std::vector<std::int64_t> steps;
    for (const BranchPoint& point : points)
        steps.push_back(point.step);
    return steps;
}

inline Plan namedPlan(const std::string& name) {
    Plan plan;
    plan.name = name;
    plan.towers = 2;
    plan.displayEvery = 10;
    return plan;
}

inline StepDone stepNumber(std::int64_t number) {
    const auto size = static_cast<float>(number);
    StepDone step{number, static_cast<double>(number) / 100, number * 1024, size * 0.5, 2 / size, 0.5f, 0.001f, 500,
                  {}};
    step.towers = {{size, 1, 2, 3, 4, 5, 6, 512}, {size, 7, 8, 9, 10, 11, 12, 511}};
    return step;
}

inline EpochDone epochNumber(std::int64_t number, std::int64_t correct, bool best) {
    return {number, number * 100, number * 102'400,          static_cast<double>(number),
            0.5f,   0.75f,        {0.25, correct, 1000, {}}, best};
}

inline Finished finishedRun(RunState state, const std::string& reason = {}) {
    Finished finished;
    finished.state = state;
    finished.reason = Text::verbatim(reason);
    finished.steps = 200;
    finished.epochs = 2;
    finished.images = 204'800;
    finished.seconds = 4;
    finished.imagesPerSecond = 51'200;
    finished.startupSeconds = 1.5;
    finished.validation = {0.25, 960, 1000, {}};
    finished.bestValidation = 0.97;
    finished.bestEpoch = 1;
    finished.test = {0.2, 3, 4, {2, 1, 0, 1}};
    return finished;
}

// A small network whose weights are `first`, `first` + 1, ...
inline Snapshot smallSnapshot(float first, std::int64_t step) {
    const Architecture architecture =
        architectureFromText("small", "conv 3 3x3 relu\nmaxpool 2x2 stride 2\ndense classes linear");
    Snapshot snapshot;
    snapshot.blueprint = std::make_shared<Blueprint>(makeBlueprint(architecture, {1, 8, 8}, 2));
    snapshot.classes = {"cat", "dog"};
    snapshot.data = "pets";
    snapshot.step = step;
    snapshot.source = "a test";
    snapshot.weights.resize(static_cast<std::size_t>(snapshot.blueprint->flatSize));
    for (const Slice& slice : snapshot.blueprint->slices)
        for (std::int64_t i = 0; i < slice.count; ++i)
            snapshot.weights[static_cast<std::size_t>(slice.offset + i)] = first++;
    return snapshot;
}

} // namespace belfry
