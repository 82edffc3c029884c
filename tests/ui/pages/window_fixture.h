// A window with settings, runs and files in a folder of its own, and what a user does with it.
#pragma once

#include "core/train/plan.h"
#include "ui/foundation/language.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QTemporaryDir>
#include <functional>
#include <memory>

namespace belfry {

class WindowTest : public testing::Test {
protected:
    WindowTest();
    ~WindowTest() override;

    // 1280 x 720 and shown. A second one in the same test has the same settings file.
    MainWindow& open();
    MainWindow& window() { return *window_; }
    TrainPage& page() { return *window_->trainPage(); }
    void shut() { window_.reset(); }
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }

    template <typename Kind = QWidget>
    Kind* find(const char* name) {
        auto* found = window_->findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    void click(const char* name);
    void openPage(const char* name); // with the mouse, by its English label
    QString text(const char* labelName);
    void type(const char* numberField, const char* number);  // over the old number
    void enter(const char* numberField, const char* number); // the same, then Enter
    QStringList settingMarks();                              // of the charts: the changes of settings
    void speak(const char* code); // and waits until every widget has said its texts again and is laid out
    // Handles events until the condition holds; false after a minute.
    static bool eventually(const std::function<bool()>& condition);

    // LeNet on the CPU with small steps: a run that lasts until it is stopped.
    static Plan longPlan();
    void start(const Plan& plan = longPlan()); // on the Train page
    void startAndWaitForSteps();
    bool stopped() { return page().status().kind == RunStatus::Kind::Stopped; }
    void stop(); // and waits for the end

    QTemporaryDir folder_;
    Theme theme_;
    Language language_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace belfry
