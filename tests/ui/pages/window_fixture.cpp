#include "tests/ui/pages/window_fixture.h"

#include "ui/pages/train/charts_panel.h"
#include "ui/widgets/number_field.h"

#include <QApplication>
#include <QLabel>
#include <QTabBar>
#include <QTest>

namespace belfry {

WindowTest::WindowTest() {
    qputenv("BELFRY_RUNS", folder_.filePath(QStringLiteral("runs")).toLocal8Bit());
    qputenv("BELFRY_SEARCHES", folder_.filePath(QStringLiteral("searches")).toLocal8Bit());
    theme_.setMode(Theme::Mode::Light);
    theme_.apply(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    language_.choose(QStringLiteral("en"));
}

WindowTest::~WindowTest() {
    window_.reset();
    language_.choose(QStringLiteral("en"));
    qunsetenv("BELFRY_RUNS");
    qunsetenv("BELFRY_SEARCHES");
}

MainWindow& WindowTest::open() {
    settings_ = std::make_unique<Settings>(path("belfry.ini"));
    for (const char* fold : {"dataPreparation", "networkShape", "feedAndExchange", "optimizerAndLength", "recording"})
        settings_->setFlag(fold, settings_->flag(fold, true)); // as of someone who looked into them before
    window_ = std::make_unique<MainWindow>(theme_, language_, *settings_);
    window_->resize(1280, 720);
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    return *window_;
}

void WindowTest::click(const char* name) {
    auto* button = find<QAbstractButton>(name);
    ASSERT_NE(button, nullptr);
    ASSERT_TRUE(button->isEnabled()) << name;
    QTest::mouseClick(button, Qt::LeftButton);
}

void WindowTest::openPage(const char* name) {
    auto* tabs = find<QTabBar>("pages");
    for (int page = 0; page < tabs->count(); ++page) {
        if (tabs->accessibleTabName(page) == QLatin1String(name)) {
            QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(page).center());
            return;
        }
    }
    FAIL() << name;
}

void WindowTest::speak(const char* code) {
    language_.choose(QLatin1String(code));
    for (int round = 0; round < 4; ++round) { // the change is posted, then layouts post their own events
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

QString WindowTest::text(const char* labelName) {
    auto* label = find<QLabel>(labelName);
    return label == nullptr ? QString() : label->text();
}

void WindowTest::type(const char* numberField, const char* number) {
    auto* field = find<NumberField>(numberField);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QString::fromLatin1(number));
}

void WindowTest::enter(const char* numberField, const char* number) {
    type(numberField, number);
    QTest::keyClick(find<NumberField>(numberField), Qt::Key_Return);
}

QStringList WindowTest::settingMarks() {
    QStringList texts;
    for (const EventMark& mark : page().charts()->group().marks())
        if (mark.kind == MarkKind::Setting)
            texts << mark.text.text();
    return texts;
}

bool WindowTest::eventually(const std::function<bool()>& condition) {
    constexpr int kMilliseconds = 60'000; // a limit for sanitizers on busy machines, not a promise
    return QTest::qWaitFor(condition, kMilliseconds);
}

Plan WindowTest::longPlan() {
    Plan plan;
    plan.name = "trial";
    plan.devices = {"cpu"};
    plan.batchPerTower = 64;
    plan.epochs = 1000;
    return plan;
}

void WindowTest::start(const Plan& plan) {
    page().setPlan(plan);
    click("startButton");
}

void WindowTest::stop() {
    click("stopButton");
    ASSERT_TRUE(eventually([this] { return stopped(); }));
}

void WindowTest::startAndWaitForSteps() {
    start();
    ASSERT_TRUE(eventually([this] {
        return page().status().kind == RunStatus::Kind::Running && text("stepFigure").contains('/') &&
               !text("stepFigure").startsWith('0');
    }));
}

} // namespace belfry
