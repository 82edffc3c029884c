// belfry-fetch SCRIPT: fetches LibTorch by the script, in a window. The launcher (packaging/launch.sh) starts it where
// that is missing. Exit status 0: it is there now. 1: it is not.
#include "app/fetch/fetch_window.h"

#include <QApplication>
#include <QLocale>
#include <QTranslator>
#include <cstdio>

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("belfry"));
    QApplication::setApplicationDisplayName(QString()); // the window's title is the whole title
    QApplication::setDesktopFileName(QStringLiteral("io.github.belfry.Belfry"));
    if (argc != 2) {
        std::fprintf(stderr, "usage: belfry-fetch SCRIPT\n");
        return 2;
    }
    QTranslator translator;
    if (QLocale::system().language() == QLocale::Spanish && translator.load(QStringLiteral(":/i18n/belfry_es")))
        QApplication::installTranslator(&translator);
    belfry::FetchWindow window(QString::fromLocal8Bit(argv[1]));
    QObject::connect(&window, &belfry::FetchWindow::done, &window,
                     [](bool fetched) { QApplication::exit(fetched ? 0 : 1); });
    QApplication::setQuitOnLastWindowClosed(false); // its end is done()'s
    window.show();
    window.start();
    return QApplication::exec();
}
