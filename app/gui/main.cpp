// belfry: the window.
#include "app/common/program.h"
#include "app/gui/screenshot.h"
#include "app/gui/termination.h"
#include "core/base/error.h"
#include "core/interop/package.h"
#include "ui/foundation/language.h"
#include "ui/pages/train/train_page.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/window/window_help.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTemporaryDir>
#include <QTimer>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

namespace {

using namespace belfry;

struct Options {
    std::optional<Plan> plan;
    QString network; // exported
    QString screenshot, theme, language, size;
    std::int64_t afterSteps = 300;
};

Options parse() {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Studio for training image classifiers on many GPUs."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QStringLiteral("A plan, like --plan, or an exported network, its folder or model.json, "
                       "for the drawing pad: how file managers open them."),
        QStringLiteral("[file]"));
    parser.addOptions({
        {QStringLiteral("plan"), QStringLiteral("Fill the setup from a plan's JSON file."), QStringLiteral("file")},
        {QStringLiteral("preset"), QStringLiteral("Fill the setup from a preset."), QStringLiteral("name")},
        {QStringLiteral("screenshot"),
         QStringLiteral("Run the plan, save a picture of the window during the run, and exit."),
         QStringLiteral("file")},
        {QStringLiteral("after-steps"), QStringLiteral("Steps before the picture (300)."), QStringLiteral("count"),
         QStringLiteral("300")},
        {QStringLiteral("theme"), QStringLiteral("light, dark or system, for this time."), QStringLiteral("name")},
        {QStringLiteral("language"), QStringLiteral("en or es, for this time."), QStringLiteral("code")},
        {QStringLiteral("size"), QStringLiteral("Of the window, such as 1280x800."), QStringLiteral("size")},
    });
    if (!parser.parse(QApplication::arguments()))
        throw usageError(Text::tr("%1 Try --help.", parser.errorText().toStdString()));
    if (parser.isSet(QStringLiteral("help")))
        parser.showHelp();
    if (parser.isSet(QStringLiteral("version")))
        parser.showVersion();
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1)
        throw usageError(Text::tr("Unknown argument '%1'. Try --help.", files[1].toStdString()));
    Options options;
    if (parser.isSet(QStringLiteral("preset")))
        options.plan = presetByName(parser.value(QStringLiteral("preset")).toStdString()).plan;
    QString plan = files.isEmpty() ? parser.value(QStringLiteral("plan")) : files.constFirst();
    if (!files.isEmpty() && packageAt(files.constFirst().toStdString())) {
        options.network = files.constFirst();
        plan = parser.value(QStringLiteral("plan"));
    }
    if (!plan.isEmpty()) {
        options.plan = readPlanFile(plan.toStdString(), options.plan.value_or(Plan{}));
        validate(*options.plan);
    }
    bool number = false;
    options.afterSteps = parser.value(QStringLiteral("after-steps")).toLongLong(&number);
    if (!number || options.afterSteps < 1)
        throw usageError(Text::tr("--after-steps expects a whole number from 1 on."));
    options.screenshot = parser.value(QStringLiteral("screenshot"));
    options.theme = parser.value(QStringLiteral("theme"));
    options.language = parser.value(QStringLiteral("language"));
    options.size = parser.value(QStringLiteral("size"));
    if (!QStringList{QString(), QStringLiteral("en"), QStringLiteral("es")}.contains(options.language))
        throw usageError(Text::tr("Unknown language '%1'. Known: en, es.", options.language.toStdString()));
    return options;
}

Theme::Mode themeMode(const QString& name) {
    if (name == QLatin1String("light"))
        return Theme::Mode::Light;
    if (name == QLatin1String("dark"))
        return Theme::Mode::Dark;
    if (name == QLatin1String("system"))
        return Theme::Mode::System;
    throw usageError(Text::tr("Unknown theme '%1'. Known: light, dark, system.", name.toStdString()));
}

QSize windowSize(const QString& text) {
    const QStringList parts = text.split('x');
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
    if (size.width() < 1 || size.height() < 1)
        throw usageError(Text::tr("--size expects width and height, such as 1280x800."));
    return size;
}

int runWindow(QApplication& application, const Options& options, const sigset_t& termination) {
    const bool picture = !options.screenshot.isEmpty();
    QTemporaryDir scratch; // a picture is no run to keep, and the user's settings do not show in it
    if (picture && qEnvironmentVariableIsEmpty("BELFRY_RUNS")) {
        qputenv("BELFRY_RUNS", scratch.path().toLocal8Bit());
        qputenv("BELFRY_SEARCHES", scratch.filePath(QStringLiteral("searches")).toLocal8Bit());
    }
    Settings settings = picture ? Settings(scratch.filePath(QStringLiteral("belfry.ini"))) : Settings();
    Theme theme;
    theme.setMode(options.theme.isEmpty() ? settings.theme() : themeMode(options.theme));
    theme.apply(application);
    Language language;
    language.choose(options.language.isEmpty() ? settings.language() : options.language);
    MainWindow window(theme, language, settings);
    if (options.plan)
        window.trainPage()->setPlan(*options.plan);
    if (!options.size.isEmpty())
        window.resize(windowSize(options.size));
    Termination ended(termination);
    QObject::connect(&ended, &Termination::requested, &window, &MainWindow::saveAndClose);
    window.show();
    if (!options.network.isEmpty())
        window.openNetwork(options.network);
    if (!picture)
        window.help().offerTour();
    std::unique_ptr<Screenshot> screenshot;
    if (picture) {
        QApplication::setQuitOnLastWindowClosed(false);
        screenshot = std::make_unique<Screenshot>(window, options.screenshot, options.afterSteps);
        QTimer::singleShot(0, &window, [&window] { window.trainPage()->start(); });
    }
    return QApplication::exec();
}

constexpr int kNoDisplay = 3; // exit status; run.sh then trains in the terminal

// Without a display Qt ends the program by abort(): one sentence instead.
void withoutDisplay(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtFatalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(text));
        return;
    }
    std::fprintf(stderr, "belfry: no display can be opened. Set DISPLAY to one that can, or train in the terminal with "
                         "belfry-cli train --preset quick.\n");
    std::_Exit(kNoDisplay);
}

} // namespace

int main(int argc, char** argv) {
    restartWithPassiveWaiting(argv);
    belfry::forgetLaunchersFolders();
    belfry::reuseFreedMemory();
    std::signal(SIGPIPE, SIG_IGN);                  // a rank on another machine that goes away must not end the window
    const sigset_t termination = holdTermination(); // Qt starts threads
    const QtMessageHandler previousHandler = qInstallMessageHandler(withoutDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(previousHandler);
    // Qt takes the user's, and its commas would go into files of numbers. What people read is QLocale's.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setApplicationName(QStringLiteral("belfry"));
    QApplication::setApplicationDisplayName(QString()); // the window's title is the whole title
    QApplication::setApplicationVersion(QStringLiteral(BELFRY_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.belfry.Belfry"));
    int status = 0;
    try {
        status = runWindow(application, parse(), termination);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "belfry: %s\n", error.what());
        status = 2;
    }
    return leaveProgram(status);
}
