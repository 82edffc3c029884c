// The towers' diagram: where an exchange keeps things, what is moved, and that everything has a place.
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/tower_diagram.h"

#include <gtest/gtest.h>

#include <QImage>
#include <memory>

namespace belfry {
namespace {

Started started(const char* exchange, const std::vector<std::string>& devices) {
    Started run;
    run.plan.exchange = exchange;
    int tower = 0;
    for (const std::string& device : devices) {
        run.placement.push_back({.tower = tower++, .device = device, .batch = 64});
    }
    auto blueprint = std::make_shared<Blueprint>();
    blueprint->flatSize = 61'706;
    blueprint->image = {1, 28, 28};
    run.blueprint = blueprint;
    return run;
}

using VariablesPlace = TowerScene::VariablesPlace;

TEST(TowerScene, ShowsWhereTheExchangeKeepsItsBuffers) {
    const struct {
        const char* exchange;
        std::vector<std::string> devices;
        VariablesPlace variables;
        int owner;
    } cases[] = {
        {"cpu", {"cpu", "cpu"}, VariablesPlace::Cpu, 0},
        {"cpu", {"cuda:0", "cuda:1"}, VariablesPlace::Cpu, -1},
        {"cpu", {"cuda:0", "cpu"}, VariablesPlace::Cpu, 1},
        {"first", {"cpu", "cpu"}, VariablesPlace::Cpu, 0},
        {"first", {"cuda:0", "cuda:1"}, VariablesPlace::Device, 0},
        {"first", {"cuda:0", "cpu"}, VariablesPlace::Device, 0},
        {"allreduce", {"cpu", "cpu"}, VariablesPlace::Shared, 0}, // exchange/shared_memory_exchange
        {"allreduce", {"cuda:0", "cuda:1"}, VariablesPlace::Everywhere, -1},
        {"async", {"cpu", "cpu"}, VariablesPlace::Cpu, -1},
    };
    for (const auto& one : cases) {
        const TowerScene scene = sceneOf(started(one.exchange, one.devices));
        EXPECT_EQ(scene.variables, one.variables) << one.exchange << ' ' << one.devices[0];
        EXPECT_EQ(scene.owner, one.owner) << one.exchange << ' ' << one.devices[0];
        EXPECT_EQ(scene.gradientBytes, 4 * 61'706);
        EXPECT_EQ(scene.movedBytes(0), one.owner == 0 ? 0 : 4 * 61'706);
        EXPECT_EQ(scene.dataBytes(1), 64 * 784);
    }
}

TEST(TowerScene, AResidentFeedSendsIndicesAndLabels) {
    Started run = started("first", {"cuda:0", "cuda:1"});
    run.plan.feed = "resident";
    EXPECT_EQ(sceneOf(run).dataBytes(1), 64 * 9);
    const Theme theme;
    TowerDiagram diagram(theme);
    diagram.resize(1200, 212);
    diagram.setRun(run);
    const QRectF data = layOutTowers(diagram.scene(), diagram.size()).data;
    EXPECT_TRUE(diagram.textAt(data.center()).contains("images are on every device"));
}

// Of a step that one tower did alone the others were shown without images and times.
TEST(TowerScene, AnAsynchronousTowerKeepsItsLastStep) {
    TowerScene scene = sceneOf(started("async", {"cpu", "cpu"}));
    StepDone step{.step = 4, .staleness = 1};
    step.towers = {{.forward = 3, .images = 60}, {}};
    scene.take(step);
    step = {.step = 5, .staleness = 1, .towers = {{}, {.forward = 9, .images = 50}}};
    scene.take(step);
    EXPECT_EQ(scene.step, 5);
    EXPECT_EQ(scene.times[0].forward, 3);
    EXPECT_EQ(scene.times[1].forward, 9);
    EXPECT_EQ(scene.dataBytes(0), 60 * 784);
}

TEST(TowerScene, ARingMovesEachPieceTwice) {
    EXPECT_EQ(sceneOf(started("allreduce", {"cuda:0", "cuda:1", "cuda:2", "cuda:3"})).movedBytes(2),
              4 * 61'706 * 2 * 3 / 4);
    EXPECT_EQ(sceneOf(started("allreduce", {"cuda:0"})).movedBytes(0), 0);
}

TEST(TowerLayout, EverythingIsInItsBoxWithoutOverlap) {
    const QSizeF size(1200, 212);
    for (const char* exchange : {"cpu", "first", "allreduce"}) {
        for (const std::vector<std::string>& devices :
             {std::vector<std::string>{"cpu"},
              {"cpu", "cpu", "cpu"},
              {"cuda:0", "cuda:1", "cuda:0", "cuda:1"},
              {"cuda:0", "cuda:1", "cuda:1", "cuda:1", "cuda:1", "cuda:1", "cuda:1", "cuda:1"}}) {
            const TowerScene scene = sceneOf(started(exchange, devices));
            const TowerLayout layout = layOutTowers(scene, size);
            const QRectF whole(QPointF(), size);
            EXPECT_EQ(layout.variables.isEmpty(), scene.variables == VariablesPlace::Everywhere);
            EXPECT_EQ(layout.devices.size(), scene.sharesCpu() ? 1u : 3u);
            std::vector<QRectF> boxes{layout.data};
            for (const QRectF& part : {layout.variables, layout.update, layout.mean}) {
                if (!part.isEmpty()) {
                    boxes.push_back(part);
                }
            }
            boxes.insert(boxes.end(), layout.towers.begin(), layout.towers.end());
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                EXPECT_TRUE(whole.contains(boxes[i])) << exchange << ' ' << devices.size() << ' ' << i;
                for (std::size_t j = 0; j < i; ++j) {
                    EXPECT_FALSE(boxes[i].intersects(boxes[j])) << exchange << ' ' << devices.size() << ' ' << i << j;
                }
            }
            for (std::size_t t = 0; t < devices.size(); ++t) {
                const auto& box = layout.devices[scene.sharesCpu() ? 0 : devices[t] == "cuda:0" ? 1 : 2].place;
                EXPECT_TRUE(box.contains(layout.towers[t])) << exchange << ' ' << t;
            }
        }
    }
}

TEST(TowerLayout, OnlyTheFirstOfManyTowersAreShown) {
    const TowerScene scene = sceneOf(started("cpu", std::vector<std::string>(12, "cpu")));
    const TowerLayout layout = layOutTowers(scene, {1200, 212});
    ASSERT_EQ(layout.towers.size(), 12u);
    EXPECT_FALSE(layout.towers[7].isEmpty());
    EXPECT_TRUE(layout.towers[8].isEmpty());
    EXPECT_FALSE(layout.others.isEmpty()); // the number of the others has a place
    EXPECT_LE(layout.towers[7].right(), layout.others.left());
    EXPECT_LE(layout.others.right(), 1200);
    EXPECT_TRUE(
        layOutTowers(sceneOf(started("cpu", std::vector<std::string>(8, "cpu"))), {1200, 212}).others.isEmpty());
}

// The ring of an all-reduce was open: nothing went from the last tower to the first.
TEST(TowerLayout, TheRingCloses) {
    for (const std::size_t count : {2u, 3u, 8u, 11u}) {
        std::vector<std::string> devices;
        for (std::size_t t = 0; t < count; ++t) {
            devices.push_back("cuda:" + std::to_string(t));
        }
        const TowerScene scene = sceneOf(started("allreduce", devices));
        const TowerLayout layout = layOutTowers(scene, {1200, 212});
        QRectF at = layout.towers[0];
        std::size_t ways = 0;
        for (int tower = 0; tower < static_cast<int>(count); ++tower) {
            const std::vector<QPointF> way = flowPath(scene, layout, tower, TowerFlow::Gradient);
            if (way.empty()) {
                continue; // one of those that stand for all that there is no room for
            }
            ++ways;
            EXPECT_GE(way.front().x(), at.left());
            EXPECT_LE(way.front().x(), at.right());
            EXPECT_EQ(way.back().y(), layout.towers[0].top());
            const auto next = std::ranges::find_if(layout.towers, [&](const QRectF& box) {
                return !box.isEmpty() && way.back().x() > box.left() && way.back().x() < box.right();
            });
            at = next == layout.towers.end() ? layout.others : *next;
        }
        EXPECT_EQ(at, layout.towers[0]) << count;
        EXPECT_EQ(ways, std::min<std::size_t>(count, 9)) << count;
        EXPECT_TRUE(flowPath(scene, layout, 1, TowerFlow::Variables).empty());
    }
    const TowerScene alone = sceneOf(started("allreduce", {"cuda:0"}));
    EXPECT_TRUE(flowPath(alone, layOutTowers(alone, {1200, 212}), 0, TowerFlow::Gradient).empty());
}

// From seven devices on nothing said what is moved, and how long it takes.
TEST(TowerDiagram, EveryLinkAndBoxShowsItsBytesAndTimes) {
    const Theme theme;
    for (const char* exchange : {"cpu", "first", "allreduce", "async"}) {
        TowerDiagram diagram(theme);
        diagram.resize(1224, 212);
        std::vector<std::string> devices;
        for (int t = 0; t < 8; ++t) {
            devices.push_back("cuda:" + std::to_string(t));
        }
        diagram.setRun(started(exchange, devices));
        StepDone step{.step = 3};
        step.towers.assign(8, {.copy = 0.25F, .forward = 2, .exchange = 1.25F, .update = 0.5F, .images = 64});
        diagram.showStep(step);
        const TowerLayout layout = layOutTowers(diagram.scene(), diagram.size());
        for (int tower = 0; tower < 8; ++tower) {
            const QString name = QStringLiteral("Tower %1").arg(tower);
            for (const TowerFlow flow : {TowerFlow::Data, TowerFlow::Gradient, TowerFlow::Variables}) {
                const std::vector<QPointF> points = flowPath(diagram.scene(), layout, tower, flow);
                if (points.empty()) {
                    continue;
                }
                const QPointF end = flow == TowerFlow::Gradient ? points.front() : points.back();
                const QString text = diagram.textAt(end - QPointF(0, 4));
                EXPECT_TRUE(text.startsWith(name)) << exchange << qPrintable(text);
                const bool stays = flow == TowerFlow::Gradient && tower == diagram.scene().owner;
                EXPECT_TRUE(text.contains(stays ? "stays in place" : "KiB per step")) << exchange << qPrintable(text);
                EXPECT_EQ(text.contains("0.250 ms"), flow == TowerFlow::Data) << exchange << qPrintable(text);
                EXPECT_EQ(text.contains("1.25 ms"), flow == TowerFlow::Gradient) << exchange << qPrintable(text);
            }
            const QString text = diagram.textAt(layout.towers[static_cast<std::size_t>(tower)].center());
            EXPECT_TRUE(text.startsWith(name + " on GPU")) << qPrintable(text);
            EXPECT_TRUE(text.contains("exchange 1.25 ms, update 0.500 ms")) << qPrintable(text);
        }
        EXPECT_FALSE(diagram.textAt(layout.data.center()).isEmpty());
        EXPECT_EQ(diagram.textAt({1223, 1}), QString());
        EXPECT_EQ(layout.mean.isEmpty(), diagram.textAt(layout.mean.center()).isEmpty());
        EXPECT_FALSE(diagram.grab().isNull());
    }
}

// Two CPUs of different machines were one box, and shared one copy of the variables.
TEST(TowerDiagram, GivesEveryHostItsDevices) {
    Started run = started("allreduce", {"cpu", "cpu", "cpu", "cuda:0"});
    const char* const hosts[] = {"a", "b.example.org", "b.example.org", "b.example.org"};
    for (std::size_t tower = 0; tower < 4; ++tower)
        run.placement[tower].host = hosts[tower];
    const Theme theme;
    TowerDiagram diagram(theme);
    diagram.resize(1224, 212);
    diagram.setRun(run);
    EXPECT_EQ(diagram.scene().variables, VariablesPlace::Everywhere);
    const TowerLayout layout = layOutTowers(diagram.scene(), diagram.size());
    QStringList devices;
    for (const TowerLayout::Box& box : layout.devices)
        devices << box.device;
    EXPECT_EQ(devices, QStringList({"CPU", "a · CPU", "b · CPU", "b · GPU0"})); // the first has the data
    for (const QRectF& tower : layout.towers)
        EXPECT_FALSE(tower.isEmpty());
    EXPECT_TRUE(diagram.textAt(layout.towers[3].center()).startsWith("Tower 3 on b · GPU0"));
}

// Ranks of one machine share no memory, and need no host beside every device.
TEST(TowerDiagram, RanksOfOneMachineHaveReplicasOfTheirOwn) {
    Started run = started("allreduce", {"cpu", "cpu"});
    for (TowerPlacement& tower : run.placement)
        tower.host = "a";
    const TowerScene scene = sceneOf(run);
    EXPECT_EQ(scene.variables, VariablesPlace::Everywhere);
    EXPECT_EQ(scene.owner, -1);
    EXPECT_EQ(layOutTowers(scene, {1224, 212}).devices.front().device, "CPU");
}

TEST(TowerDiagram, DescribesTheExchange) {
    const Theme theme;
    TowerDiagram diagram(theme);
    diagram.setRun(started("allreduce", {"cpu", "cpu"}));
    EXPECT_TRUE(diagram.summary().contains("each tower updates a piece of the variables and writes it into all"))
        << qPrintable(diagram.summary());
    diagram.setRun(started("allreduce", {"cpu"}));
    EXPECT_FALSE(diagram.summary().contains("all")) << qPrintable(diagram.summary());
    diagram.setRun(started("allreduce", {"cuda:0"}));
    EXPECT_TRUE(diagram.summary().contains("variables and update in the tower")) << qPrintable(diagram.summary());
    diagram.setRun(started("async", {"cpu", "cpu"}));
    EXPECT_FALSE(diagram.summary().contains("mean")) << qPrintable(diagram.summary());
}

TEST(TowerDiagram, ShowsTheLastStep) {
    const Theme theme;
    TowerDiagram diagram(theme);
    EXPECT_TRUE(diagram.summary().isEmpty());
    diagram.setRun(started("cpu", {"cpu", "cpu"}));
    EXPECT_TRUE(diagram.summary().contains("variables, mean and update on the CPU"));
    EXPECT_TRUE(diagram.summary().contains("241 KiB")) << qPrintable(diagram.summary());
    StepDone step;
    step.step = 7;
    step.towers = {{.exchange = 1.25F, .update = 0.5F, .images = 60},
                   {.exchange = 1.25F, .update = 0.5F, .images = 50}};
    diagram.showStep(step);
    EXPECT_EQ(diagram.scene().step, 7);
    EXPECT_EQ(diagram.scene().dataBytes(1), 50 * 784);
    EXPECT_TRUE(diagram.summary().contains("exchange 1.25 ms, update 0.500 ms")) << qPrintable(diagram.summary());
    step.towers.pop_back(); // of another run
    step.step = 8;
    diagram.showStep(step);
    EXPECT_EQ(diagram.scene().step, 7);
    diagram.resize(1200, 212);
    EXPECT_FALSE(diagram.grab().isNull()); // paints without a word
}

} // namespace
} // namespace belfry
