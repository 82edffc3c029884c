#include "ui/widgets/device_picker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
constexpr std::int64_t kGib = std::int64_t{1} << 30;

DeviceInfo device(const std::string& id, const std::string& name, int load) {
    DeviceInfo info;
    info.id = id;
    info.name = name;
    info.utilisation = load;
    info.memoryTotal = 140 * kGib;
    info.memoryUsed = 12 * kGib;
    return info;
}

DeviceReport twoGpus(int load = 81) {
    return {{device("cpu", "AMD EPYC 9654 96-Core Processor", 54), device("cuda:0", "NVIDIA H200", load),
             device("cuda:1", "NVIDIA H200", load)},
            {}};
}

class DevicesTest : public testing::Test {
protected:
    QCheckBox* box(const char* id) {
        return picker_.findChild<QCheckBox*>(QStringLiteral("device-") + QLatin1String(id));
    }
    QString live(const char* id) {
        return picker_.findChild<QLabel*>(QStringLiteral("deviceLive-") + QLatin1String(id))->text();
    }
    DevicePicker picker_;
};

TEST_F(DevicesTest, ChoosesAllGpusOrElseTheCpu) {
    picker_.setReport(twoGpus());
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:0", "cuda:1"));
    DevicePicker other;
    other.setReport({{device("cpu", "CPU", 1)}, Text::verbatim("no driver")});
    EXPECT_THAT(other.chosen(), ElementsAre("cpu"));
}

TEST_F(DevicesTest, ShowsMemoryAndLoad) {
    picker_.setReport(twoGpus());
    EXPECT_EQ(box("cuda:0")->text(), QStringLiteral("GPU0"));
    EXPECT_EQ(live("cuda:0"), QStringLiteral("12 / 140 GiB  81 %"));
    DeviceReport silent = twoGpus();
    silent.devices[1].memoryUsed = silent.devices[1].utilisation = -1;
    picker_.setReport(silent);
    EXPECT_EQ(live("cuda:0"), QString()) << "what the driver does not tell is not invented";
}

// The report comes several times a second: the user's checks and focus must survive it.
TEST_F(DevicesTest, AnUpdateKeepsChecksFocusAndWidgets) {
    picker_.setReport(twoGpus());
    picker_.show();
    picker_.activateWindow();
    QApplication::processEvents();
    box("cuda:1")->click();
    box("cpu")->click();
    box("cpu")->setFocus();
    QCheckBox* before = box("cpu");
    QSignalSpy chosen(&picker_, &DevicePicker::chosenChanged);
    picker_.setReport(twoGpus(12));
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:0", "cpu"));
    EXPECT_EQ(box("cpu"), before);
    EXPECT_EQ(picker_.focusWidget(), before);
    EXPECT_EQ(live("cuda:0"), QStringLiteral("12 / 140 GiB  12 %"));
    EXPECT_EQ(chosen.count(), 0);
}

TEST_F(DevicesTest, DevicesComeAndGo) {
    picker_.setReport(twoGpus());
    QSignalSpy chosen(&picker_, &DevicePicker::chosenChanged);
    DeviceReport one = twoGpus();
    one.devices.pop_back();
    picker_.setReport(one);
    EXPECT_EQ(box("cuda:1"), nullptr);
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:0"));
    EXPECT_EQ(chosen.count(), 1);
    picker_.setReport(twoGpus());
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:0", "cuda:1"));
}

TEST_F(DevicesTest, ShowsThePlansChoiceAndMissingDevices) {
    picker_.setReport(twoGpus());
    picker_.setChosen({"cuda:1", "cuda:9"});
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:1"));
    EXPECT_THAT(picker_.missing(), ElementsAre("cuda:9"));
    picker_.setChosen({"auto"});
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:0", "cuda:1"));
    EXPECT_THAT(picker_.missing(), IsEmpty());
}

TEST_F(DevicesTest, AChoiceMadeBeforeTheFirstReportIsKept) {
    picker_.setChosen({"cpu"});
    picker_.setReport(twoGpus());
    EXPECT_THAT(picker_.chosen(), ElementsAre("cpu"));
}

TEST_F(DevicesTest, ClickingAnywhereInTheRowToggles) {
    picker_.setReport(twoGpus());
    QSignalSpy chosen(&picker_, &DevicePicker::chosenChanged);
    QWidget* row = box("cuda:0")->parentWidget();
    picker_.resize(232, picker_.sizeHint().height());
    picker_.show();
    QApplication::processEvents();
    QTest::mouseClick(row, Qt::LeftButton, {}, QPoint(row->width() - 20, 10));
    EXPECT_FALSE(box("cuda:0")->isChecked());
    EXPECT_EQ(chosen.count(), 1);
}

TEST_F(DevicesTest, SaysWhyThereIsNoGpu) {
    picker_.setReport({{device("cpu", "CPU", 1)}, Text::verbatim("The driver 470.82 is too old.")});
    auto* problem = picker_.findChild<QLabel*>(QStringLiteral("cudaProblem"));
    EXPECT_FALSE(problem->isHidden());
    EXPECT_EQ(problem->text(), QStringLiteral("The driver 470.82 is too old."));
    picker_.setReport(twoGpus());
    EXPECT_TRUE(problem->isHidden());
    DeviceReport mixed = twoGpus();
    mixed.unusable.push_back({"cuda:2", "an old GPU", Text::verbatim("GPU 2 is too old.")});
    picker_.setReport(mixed);
    EXPECT_FALSE(problem->isHidden());
    EXPECT_EQ(problem->text(), QStringLiteral("GPU 2 is too old."));
    EXPECT_THAT(picker_.chosen(), ElementsAre("cuda:0", "cuda:1"));
}

} // namespace
} // namespace belfry
