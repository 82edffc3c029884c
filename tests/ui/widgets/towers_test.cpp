// The towers' diagram: where an exchange keeps things, what is moved, and that everything has a place.
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "ui/theme.h"
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

using Home = TowerScene::Home;

TEST(TowerScene, SaysWhereTheExchangeKeepsThings) {
    const struct {
        const char* exchange;
        std::vector<std::string> devices;
        Home home;
        int owner;
    } cases[] = {
        {"cpu", {"cpu", "cpu"}, Home::Cpu, 0},
        {"cpu", {"cuda:0", "cuda:1"}, Home::Cpu, -1},
        {"cpu", {"cuda:0", "cpu"}, Home::Cpu, 1},
        {"first", {"cpu", "cpu"}, Home::Cpu, 0},
        {"first", {"cuda:0", "cuda:1"}, Home::Device, 0},
        {"first", {"cuda:0", "cpu"}, Home::Device, 0},
        {"allreduce", {"cpu", "cpu"}, Home::Everywhere, -1},
        {"allreduce", {"cuda:0", "cuda:1"}, Home::Everywhere, -1},
        {"async", {"cpu", "cpu"}, Home::Cpu, -1},
    };
    for (const auto& one : cases) {
        const TowerScene scene = sceneOf(started(one.exchange, one.devices));
        EXPECT_EQ(scene.home, one.home) << one.exchange << ' ' << one.devices[0];
        EXPECT_EQ(scene.owner, one.owner) << one.exchange << ' ' << one.devices[0];
        EXPECT_EQ(scene.gradientBytes, 4 * 61'706);
        EXPECT_EQ(scene.movedBytes(0), one.owner == 0 ? 0 : 4 * 61'706);
        EXPECT_EQ(scene.dataBytes(1), 64 * 784);
    }
}

TEST(TowerLayout, EverythingStandsInItsBoxAndApart) {
    const QSizeF size(1200, 212);
    for (const char* exchange : {"cpu", "first", "allreduce"}) {
        for (const std::vector<std::string>& devices :
             {std::vector<std::string>{"cpu"}, {"cpu", "cpu", "cpu"}, {"cuda:0", "cuda:1", "cuda:0", "cuda:1"}}) {
            const TowerScene scene = sceneOf(started(exchange, devices));
            const TowerLayout layout = layOutTowers(scene, size);
            const QRectF whole(QPointF(), size);
            EXPECT_EQ(layout.variables.isEmpty(), scene.home == Home::Everywhere);
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

TEST(TowerLayout, OfManyTowersTheFirstAreShown) {
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

TEST(TowerDiagram, TellsTheLastStep) {
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
