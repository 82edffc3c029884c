// Other machines in the set-up, and runs over them. A script stands in for ssh: all hosts are this machine.
#include "core/runs/run_list.h"
#include "core/runs/run_record.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/train/host_picker.h"
#include "ui/window/close_dialog.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <csignal>

namespace belfry {
namespace {

constexpr const char* kSsh = R"(#!/bin/sh
for word; do [ "$word" != -G ] || asked=1; done
while [ "$1" != -- ]; do shift; done
host=$2 command=$3
if [ -n "$asked" ]; then echo "hostname 127.0.0.1"; exit; fi
case $host-$command in
  older-*) echo 0.0.1; exit ;;
  *--version*|*devices*) exec sh -c "$command" ;;
  broken-*) echo 'Illegal instruction' >&2; exit 132 ;;
  mute-*) echo $$ >> "$PROCESSES/$host"; exec cat > /dev/null ;;
esac
echo $$ >> "$PROCESSES/$host"   # those that follow have the same number
exec sh -c "$command"
)";

class HostsTest : public WindowTest {
protected:
    HostsTest() : path_(qgetenv("PATH")) {
        QDir(folder_.path()).mkpath(QStringLiteral("programs"));
        QDir(folder_.path()).mkpath(QStringLiteral("processes"));
        QFile ssh(path("programs/ssh"));
        EXPECT_TRUE(ssh.open(QIODevice::WriteOnly));
        ssh.write(kSsh);
        ssh.setPermissions(ssh.permissions() | QFileDevice::ExeOwner);
        qputenv("PATH", path("programs").toLocal8Bit() + ':' + path_);
        qputenv("PROCESSES", path("processes").toLocal8Bit());
    }
    ~HostsTest() override {
        shut();
        qputenv("PATH", path_);
        qunsetenv("PROCESSES");
    }

    void list(const char* host, int towers = 1) { // as the settings of the last time have it
        page().form()->hostPicker()->setList(
            QStringLiteral(R"({"program":"","hosts":[{"name":"%1","towers":%2,"used":true}]})")
                .arg(QLatin1String(host))
                .arg(towers));
    }
    void addByHand(const char* host) {
        click("addHostButton");
        QTest::keyClicks(find<QLineEdit>("hostNameField"), QLatin1String(host));
        click("addThisHostButton");
    }
    QString state(const char* host) { return text(qPrintable(QStringLiteral("hostState-") + QLatin1String(host))); }
    pid_t rankOn(const char* host) {
        QFile file(path("processes/") + QLatin1String(host));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n').constLast().toInt() : 0;
    }
    void expectNoRankOn(const char* host) {
        const pid_t rank = rankOn(host);
        ASSERT_GT(rank, 0);
        EXPECT_TRUE(eventually([rank] { return ::kill(rank, 0) != 0; }));
    }
    static Plan shortPlan() {
        Plan plan = longPlan();
        plan.steps = 4;
        return plan;
    }

private:
    const QByteArray path_;
};

TEST_F(HostsTest, AnAddedHostIsCheckedAndRemembered) {
    open();
    addByHand("a");
    EXPECT_TRUE(state("a").contains("checking…")) << qPrintable(state("a"));
    ASSERT_TRUE(eventually([this] { return state("a").contains("GB/s"); })) << qPrintable(state("a"));
    EXPECT_TRUE(state("a").startsWith("1 tower · CPU, ")) << qPrintable(state("a"));
    EXPECT_EQ(text("hostSummary"), "With this one: 2 machines, 2 towers");
    window().close();
    shut();
    open();
    EXPECT_EQ(page().form()->hosts().hosts, (std::vector<Host>{{.name = "a", .towers = 0}}));
    click("removeHost-a");
    EXPECT_TRUE(page().form()->hosts().hosts.empty());
    EXPECT_FALSE(find("hostSummary")->isVisible());
}

TEST_F(HostsTest, AHostOfAnotherVersionIsNamedAndStopsTheStart) {
    open();
    addByHand("older");
    ASSERT_TRUE(eventually([this] { return state("older").contains("has version '0.0.1'"); }));
    EXPECT_TRUE(text("planProblem").contains("has version '0.0.1'"));
    EXPECT_FALSE(find("startButton")->isEnabled());
    QTest::mouseClick(find("hostUsed-older"), Qt::LeftButton); // it takes no part
    EXPECT_TRUE(find("startButton")->isEnabled());
}

TEST_F(HostsTest, NamesThatAreNoneAreRefusedInTheDialog) {
    open();
    click("addHostButton");
    auto* name = find<QLineEdit>("hostNameField");
    for (const char* wrong : {"", "a:2", "-oProxyCommand=x", "a b", "a,b"}) {
        name->setText(QLatin1String(wrong));
        EXPECT_FALSE(find("addThisHostButton")->isEnabled()) << wrong;
    }
    name->setText(QStringLiteral("someone@a"));
    EXPECT_TRUE(find("addThisHostButton")->isEnabled());
}

TEST_F(HostsTest, ARunIsTrainedOverTheMachines) {
    open();
    list("a", 2);
    start(shortPlan());
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Finished; }))
        << qPrintable(text("bannerText"));
    const auto runs = listRuns();
    ASSERT_EQ(runs.size(), 1U);
    const Plan plan = readPlanFile(runs[0].folder / "plan.json");
    EXPECT_EQ(plan.towers, 3);
    EXPECT_EQ(plan.imagesPerStep(), 3 * 64);
    EXPECT_EQ(page().plan().towers, 1) << "the set-up's are this machine's";
    expectNoRankOn("a");
    const QString log = find<QPlainTextEdit>("logLines")->toPlainText();
    EXPECT_TRUE(log.contains("Waiting for host a…")) << qPrintable(log);
}

TEST_F(HostsTest, AStopEndsAllRanks) {
    open();
    list("a");
    startAndWaitForSteps();
    stop();
    expectNoRankOn("a");
    const auto runs = listRuns();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].state, "stopped");
    const std::int64_t steps = runs[0].steps;
    click("startButton"); // "Resume", over the same machines
    ASSERT_TRUE(eventually([&] {
        return page().status().kind == RunStatus::Kind::Running && listRuns().at(0).steps > steps;
    })) << qPrintable(text("bannerText"));
    EXPECT_EQ(page().plan().towers, 1);
    stop();
    expectNoRankOn("a");
}

TEST_F(HostsTest, ALostRankIsNamedAndTheRunIsSaved) {
    open();
    list("a");
    startAndWaitForSteps();
    ::kill(rankOn("a"), SIGKILL);
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Failed; }));
    EXPECT_TRUE(text("bannerText").contains("is lost after step")) << qPrintable(text("bannerText"));
    ASSERT_TRUE(eventually([this] { return window().findChild<QAbstractButton*>("bannerAction") != nullptr; }));
    EXPECT_TRUE(find<QAbstractButton>("bannerAction")->text().startsWith("Resume from step "));
}

TEST_F(HostsTest, AHostThatCannotStartIsNamedAndTheWindowGoesOn) {
    open();
    list("broken");
    start(shortPlan());
    ASSERT_TRUE(eventually([this] { return find("banner")->isVisible(); }));
    EXPECT_EQ(text("bannerText"), "The rank on host 'broken' ended with status 132: Illegal instruction.");
    EXPECT_EQ(text("stateText"), "Ready");
    EXPECT_TRUE(listRuns().empty());
    click("removeHost-broken");
    start(shortPlan());
    EXPECT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Finished; }));
}

TEST_F(HostsTest, AStopWhileHostsAreWaitedForGivesThemUp) {
    open();
    list("mute");
    start();
    ASSERT_TRUE(eventually([this] { return text("stateText") == "Waiting for host mute…" && rankOn("mute") > 0; }));
    click("stopButton");
    ASSERT_TRUE(eventually([this] { return text("stateText") == "Ready"; }));
    EXPECT_FALSE(find("banner")->isVisible());
    expectNoRankOn("mute");
    EXPECT_TRUE(listRuns().empty());
}

TEST_F(HostsTest, AClosedWindowLeavesNoRankBehind) {
    open();
    list("mute");
    start();
    ASSERT_TRUE(eventually([this] { return rankOn("mute") > 0; }));
    window().close();
    click("stopAndSaveButton");
    EXPECT_TRUE(eventually([this] { return !window().isVisible(); }));
    shut();
    expectNoRankOn("mute");
}

// As when the program ends without a question.
TEST_F(HostsTest, AWindowThatIsDestroyedWhileItWaitsLeavesNoRankBehind) {
    open();
    list("mute");
    start();
    ASSERT_TRUE(eventually([this] { return rankOn("mute") > 0; }));
    shut();
    expectNoRankOn("mute");
}

TEST_F(HostsTest, AnExchangeThatNeedsOneProcessIsRefusedBeforeTheStart) {
    open();
    Plan plan = longPlan();
    plan.exchange = "cpu";
    page().setPlan(plan);
    EXPECT_TRUE(find("startButton")->isEnabled());
    list("a");
    EXPECT_TRUE(text("planProblem").contains("The exchange 'cpu' needs all towers in one process"));
    EXPECT_FALSE(find("startButton")->isEnabled());
}

} // namespace
} // namespace belfry
