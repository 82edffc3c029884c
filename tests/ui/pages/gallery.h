// What the galleries share.
#pragma once

#include "ui/foundation/theme.h"

#include <QApplication>
#include <QDir>
#include <QTabBar>
#include <QTest>
#include <cstdio>

namespace belfry {

// Handles events until the condition holds, for a minute by default.
inline void waitFor(const char* what, const auto& condition, int milliseconds = 60'000) {
    if (!QTest::qWaitFor(condition, milliseconds)) {
        std::fprintf(stderr, "%s did not come\n", what);
    }
}

// Opens a page of the window by its English label.
inline void openPage(QWidget& window, const char* name) {
    auto* tabs = window.findChild<QTabBar*>(QStringLiteral("pages"));
    for (int page = 0; page < tabs->count(); ++page) {
        if (tabs->accessibleTabName(page) == QLatin1String(name)) {
            QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(page).center());
        }
    }
}

// In both languages and themes; what main() returns.
template <typename Gallery>
int saveGalleries(int argc, char** argv, const char* program) {
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
}

} // namespace belfry
