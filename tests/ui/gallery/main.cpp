// Saves pictures of all widgets, light and dark. QT_SCALE_FACTOR=2 makes them twice as fine.
#include "tests/ui/gallery/sheets.h"

#include <QApplication>
#include <QDir>
#include <cstdio>
#include <memory>
#include <utility>

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc < 2 || !QDir().mkpath(QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "Usage: belfry_gallery FOLDER (it is created; pictures are saved there)\n");
        return 2;
    }
    using belfry::Theme;
    Theme theme;
    theme.apply(application);
    const std::pair<const char*, QWidget* (*)(const Theme&)> sheets[] = {
        {"fields", belfry::fieldSheet}, {"drawing", belfry::drawingSheet}, {"drawing-empty", belfry::emptyDrawingSheet},
        {"setup", belfry::setupSheet},  {"stages", belfry::stageSheet},    {"network", belfry::networkSheet},
        {"graphs", belfry::graphSheet},
    };
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme.setMode(mode);
        for (const auto& [name, make] : sheets) {
            const std::unique_ptr<QWidget> sheet(make(theme));
            sheet->show();
            QApplication::processEvents();
            const QString file = QStringLiteral("%1/%2-%3.png")
                                     .arg(QString::fromLocal8Bit(argv[1]), QLatin1String(name),
                                          mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
            if (!sheet->grab().save(file)) {
                std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
                return 1;
            }
        }
    }
    return 0;
}
