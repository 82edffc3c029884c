#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "tests/ui/gallery/sheets.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/linked_batch.h"
#include "ui/widgets/network_dialog.h"
#include "ui/widgets/network_summary.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/stop_button.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr std::int64_t kGib = std::int64_t{1} << 30;

DeviceInfo gpu(int index, const char* name, std::int64_t used, int load) {
    DeviceInfo device;
    device.id = "cuda:" + std::to_string(index);
    device.name = name;
    device.memoryTotal = 140 * kGib;
    device.memoryUsed = used;
    device.utilisation = load;
    device.powerWatts = 412;
    return device;
}

DeviceReport twoGpus() {
    DeviceInfo cpu;
    cpu.id = "cpu";
    cpu.name = "AMD EPYC 9654 96-Core Processor";
    cpu.cores = 2;
    cpu.utilisation = 54;
    cpu.memoryTotal = 16 * kGib;
    cpu.memoryUsed = 3 * kGib + kGib / 5;
    return {{cpu, gpu(0, "NVIDIA H200", 12 * kGib, 81), gpu(1, "NVIDIA GeForce RTX 4090 Laptop GPU", 127 * kGib, 100)},
            {}};
}

DeviceReport noGpu() {
    DeviceReport report = twoGpus();
    report.devices.resize(1);
    report.cudaProblem = Text::verbatim(
        "No CUDA device: the driver 470.82 is too old, 580 or newer is needed. Training runs on the CPU.");
    return report;
}

Architecture deepNetwork() {
    Architecture deep{"deep", {}};
    for (int i = 0; i < 16; ++i) {
        deep.lines.push_back(ConvolutionLayer{16 << (i / 4), 3, 1, Padding::Same, Activation::Relu, 0});
        if (i % 6 == 5) {
            deep.lines.push_back(MaxPoolLayer{});
        }
    }
    deep.lines.push_back(DenseLayer{4096, Activation::Relu, 0});
    deep.lines.push_back(DropoutLayer{0.5});
    deep.lines.push_back(DenseLayer{0, Activation::Linear, 0});
    return deep;
}

QWidget* setupCard(const Theme& theme, const DeviceReport& report, int towers, std::int64_t global,
                   const Architecture& network, const char* title) {
    auto* card = new Card(QStringLiteral("Setup"));
    auto* devices = new DevicePicker;
    devices->setReport(report);
    auto* batch = new LinkedBatch;
    batch->setTowers(towers);
    batch->setBatch(512, global);
    auto* picture = new NetworkSummary(theme);
    picture->setBlueprint(makeBlueprint(network, ImageShape{}, 10), QLatin1String(title));
    card->body()->addWidget(makeLabel(QStringLiteral("Devices"), "group", nullptr));
    card->body()->addWidget(devices);
    card->body()->addWidget(batch);
    card->body()->addWidget(picture);
    auto* buttons = new QHBoxLayout;
    auto* split = new StopButton;
    buttons->setSpacing(8);
    buttons->addWidget(makeButton(QStringLiteral("Pause"), "Pause", "primary", nullptr), 1);
    buttons->addWidget(split, 1);
    card->body()->addStretch();
    card->body()->addLayout(buttons);
    card->setFixedWidth(264);
    return card;
}

StepDone step(int towers, double seconds) {
    StepDone done;
    done.seconds = seconds;
    done.milliseconds = 16.6F;
    for (int tower = 0; tower < towers; ++tower) {
        const float slower = 0.4F * static_cast<float>(tower % 3);
        done.towers.push_back({0.5F, 0.8F, 5.3F, 7.3F - slower, 2.4F, 0.3F, slower, 512});
    }
    return done;
}

QWidget* stageCard(const Theme& theme, int towers, bool running) {
    auto* card = new Card;
    auto* strip = new StageStrip(theme);
    QStringList names;
    for (int i = 0; i < towers; ++i) {
        names << QStringLiteral("GPU%1").arg(i);
    }
    strip->setTowers(names);
    if (running) {
        strip->addStep(step(towers, 1));
    }
    card->body()->addWidget(strip);
    card->setFixedWidth(640);
    return card;
}

} // namespace

QWidget* setupSheet(const Theme& theme) {
    auto* sheet = new QWidget;
    auto* row = new QHBoxLayout(sheet);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(16);
    row->addWidget(setupCard(theme, twoGpus(), 2, 0, networkByName("lenet"), "LeNet"));
    row->addWidget(setupCard(theme, noGpu(), 3, 1027, networkByName("mlp"), "Multi-layer perceptron"));
    row->addWidget(setupCard(theme, noGpu(), 16, 1027, deepNetwork(), "Deep"));
    auto* problem = new Card(QStringLiteral("Problem and menu"));
    auto* picture = new NetworkSummary(theme);
    picture->setProblem(
        QStringLiteral("conv3 needs pictures of at least 5x5, but gets 1x1x16: use a network with fewer pools."));
    problem->body()->addWidget(picture);
    auto* split = new StopButton;
    problem->body()->addWidget(split);
    split->menu()->setWindowFlags(Qt::Widget);
    problem->body()->addWidget(split->menu());
    split->menu()->show();
    problem->body()->addStretch();
    problem->setFixedWidth(264);
    row->addWidget(problem);
    return sheet;
}

QWidget* stageSheet(const Theme& theme) {
    auto* sheet = new QWidget;
    auto* column = new QVBoxLayout(sheet);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(stageCard(theme, 2, true));
    column->addWidget(stageCard(theme, 2, false));
    column->addWidget(stageCard(theme, 0, false));
    column->addWidget(stageCard(theme, 11, true));
    return sheet;
}

} // namespace belfry
