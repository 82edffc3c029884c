// The Search page's setup column in a window of its own, and what a user does with it.
#pragma once

#include "core/device/devices.h"
#include "ui/foundation/language.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/search_column.h"
#include "ui/pages/search/search_form.h"
#include "ui/widgets/number_field.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTest>
#include <memory>

namespace belfry {

inline DeviceReport cpuAndGpu() {
    DeviceInfo cpu, gpu;
    cpu.id = "cpu";
    cpu.name = "EPYC";
    cpu.memoryTotal = std::int64_t{16} << 30;
    gpu.id = "cuda:0";
    gpu.name = "NVIDIA H200";
    gpu.memoryTotal = std::int64_t{140} << 30;
    return {{cpu, gpu}, {}};
}

class SearchSetupTest : public testing::Test {
protected:
    SearchSetupTest() {
        theme_.setMode(Theme::Mode::Light);
        theme_.apply(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        language_.choose(QStringLiteral("en"));
        host_ = std::make_unique<QWidget>();
        auto* row = new QHBoxLayout(host_.get());
        column_ = new SearchColumn(theme_);
        row->addWidget(column_);
        host_->resize(300, 720);
        host_->show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(host_.get()));
        form().setReport(cpuAndGpu());
        settle();
    }
    ~SearchSetupTest() override { language_.choose(QStringLiteral("en")); }

    SearchForm& form() { return *column_->form(); }
    template <typename Kind = QWidget>
    Kind* find(const char* name) {
        auto* found = host_->findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    void spin(const char* name, int value) { find<SpinBox>(name)->setNumber(value); }
    void fraction(const char* name, double value) { find<NumberField>(name)->setNumber(value); }
    // As a user does: a preset is taken when it is chosen, not when it is shown.
    void choose(const char* name, const char* item) {
        auto* box = find<QComboBox>(name);
        box->setCurrentIndex(box->findData(QLatin1String(item)));
        Q_EMIT box->activated(box->currentIndex());
    }
    bool shows(const char* name) { return !find(name)->isHidden(); }
    void settle() {
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }
    void speak(const char* code) {
        language_.choose(QLatin1String(code));
        settle();
    }
    std::string problem() { return find<QLabel>("searchProblem")->text().toStdString(); }

    Theme theme_;
    Language language_;
    std::unique_ptr<QWidget> host_;
    SearchColumn* column_ = nullptr;
};

} // namespace belfry
