// What the galleries share.
#pragma once

#include "ui/foundation/language.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/thumbnails.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace belfry {

// Handles events until the condition holds. Throws std::runtime_error when it does not within a minute: pictures of
// something else would be taken for what was asked for.
inline void waitFor(const char* what, const auto& condition, int milliseconds = 60'000) {
    if (!QTest::qWaitFor(condition, milliseconds))
        throw std::runtime_error(std::string(what) + " did not come");
}

// A window with settings, runs and searches of its own.
class GalleryWindow {
public:
    GalleryWindow(Theme& theme, Language& language) {
        qputenv("XDG_DATA_HOME", path("data").toLocal8Bit());
        qputenv("BELFRY_RUNS", path("runs").toLocal8Bit());
        qputenv("BELFRY_SEARCHES", path("searches").toLocal8Bit());
        settings_ = std::make_unique<Settings>(path("belfry.ini"));
        window_ = std::make_unique<MainWindow>(theme, language, *settings_);
        window_->show();
        waitFor("devices and pictures", [this] {
            return window_->findChild<QCheckBox*>(QStringLiteral("device-cpu")) != nullptr &&
                   window_->findChild<Thumbnails*>()->shown() > 0;
        });
    }
    MainWindow& window() { return *window_; }
    const QTemporaryDir& scratch() const { return scratch_; }

private:
    QString path(const char* name) const { return scratch_.filePath(QLatin1String(name)); }

    QTemporaryDir scratch_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<MainWindow> window_;
};

// Opens a page of the window by its English label.
inline void openPage(QWidget& window, const char* name) {
    auto* tabs = window.findChild<QTabBar*>(QStringLiteral("pages"));
    for (int page = 0; page < tabs->count(); ++page) {
        if (tabs->accessibleTabName(page) == QLatin1String(name)) {
            QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(page).center());
        }
    }
}

// In both languages and themes; what main() returns. Needs no display.
template <typename Gallery>
int saveGalleries(int argc, char** argv, const char* program) try {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    if (argc < 2 || !QDir().mkpath(QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "Usage: %s FOLDER (it is created; pictures are saved there)\n", program);
        return 2;
    }
    const QString folder = QString::fromLocal8Bit(argv[1]);
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    theme.apply(application);
    Gallery(folder, theme, "en", "light").saveAll();
    Gallery(folder, theme, "es", "spanish").saveAll();
    theme.setMode(Theme::Mode::Dark);
    Gallery(folder, theme, "en", "dark").saveAll();
    Gallery(folder, theme, "es", "spanish-dark").saveAll();
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s; the pictures so far are saved\n", program, error.what());
    return 1;
}

} // namespace belfry
