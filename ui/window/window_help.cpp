#include "ui/window/window_help.h"

#include "core/runs/run_list.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/run_state_text.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/window/shortcuts.h"
#include "ui/window/tour.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTabBar>

namespace belfry {
namespace {

struct TourText {
    Q_DECLARE_TR_FUNCTIONS(belfry::TourText)
};

QRect placeOf(const QWidget* part, const QWidget* window) { return {part->mapTo(window, QPoint()), part->size()}; }

std::vector<TourStep> tourSteps(MainWindow& window) {
    TrainPage& train = *window.trainPage();
    const auto onTrain = [&window] { window.showPage(window.trainPage()); };
    const auto part = [&window](const QWidget* widget) {
        return [&window, widget] { return placeOf(widget, &window); };
    };
    const auto named = [&](const char* name) { return part(window.findChild<QWidget*>(QLatin1String(name))); };
    const auto evaluateTab = [&window, tabs = window.findChild<QTabBar*>(QStringLiteral("pages"))] {
        return tabs->tabRect(1).translated(tabs->mapTo(&window, QPoint()));
    };
    return {
        {onTrain, named("presetField"), TourText::tr("Choose a preset"),
         TourText::tr("A preset is a complete plan that is known to work. Quick learns handwritten digits in about a "
                      "minute. Every setting below can be changed.")},
        {onTrain, named("startButton"), TourText::tr("Start training"),
         TourText::tr("Start begins the run. Space pauses it, and Esc stops it after its step. Nothing is lost: a "
                      "stopped run can be resumed.")},
        {onTrain, part(train.charts()->loss()), TourText::tr("Watch it learn"),
         TourText::tr("The loss falls while the network learns. Below it are accuracy and speed, and what each tower "
                      "does in a step.")},
        {onTrain, part(train.drawing()->pad()), TourText::tr("Draw a digit"),
         TourText::tr("The network says what it sees, also while it is being trained. Draw badly: that is where it "
                      "errs first.")},
        {onTrain, evaluateTab, TourText::tr("See its mistakes"),
         TourText::tr("Evaluate shows which classes are confused, and every image that was classified wrong.")},
        {onTrain, named("helpButton"), TourText::tr("Find everything"),
         TourText::tr("F1 shows all keys and terms. Ctrl+K finds pages, actions and runs by a few letters of their "
                      "name.")},
    };
}

} // namespace

WindowHelp::WindowHelp(const Theme& theme, Settings& settings, MainWindow& window)
    : theme_(theme), settings_(settings), window_(window), firstStart_(settings.plan().isEmpty()) {}

void WindowHelp::showSheet() {
    auto* sheet = new HelpSheet(theme_, &window_);
    connect(sheet, &HelpSheet::tourRequested, this, &WindowHelp::startTour, Qt::QueuedConnection);
    sheet->open();
}

void WindowHelp::findCommand() {
    std::vector<Command> commands = windowCommands();
    const std::vector<Command> buttons = buttonCommands(&window_);
    commands.insert(commands.end(), buttons.begin(), buttons.end());
    auto* palette = new CommandPalette(std::move(commands), &window_);
    palette->open();
    addRuns(palette);
}

std::vector<Command> WindowHelp::windowCommands() const {
    std::vector<Command> commands;
    for (const Shortcut& shortcut : shortcuts())
        if (window_.actsHere(shortcut) && shortcut.action != WindowAction::FindCommand)
            commands.push_back(
                {titleOf(shortcut), keysText(shortcut), [this, &shortcut] { window_.perform(shortcut); }});
    return commands;
}

// Read in the background: there may be thousands.
void WindowHelp::addRuns(CommandPalette* palette) {
    background_.run<std::vector<RunSummary>>([] { return listRuns(); },
                                             [this, shown = QPointer(palette)](const std::vector<RunSummary>& runs) {
                                                 std::vector<Command> commands;
                                                 for (const RunSummary& run : runs)
                                                     commands.push_back({QString::fromStdString(run.name),
                                                                         runTitle(run),
                                                                         [this, id = QString::fromStdString(run.id)] {
                                                                             window_.showPage(window_.runsPage());
                                                                             window_.runsPage()->choose({id});
                                                                         }});
                                                 if (shown)
                                                     shown->add(commands);
                                             },
                                             [](const Text&) {}); // the Runs page says what is wrong with its folder
}

void WindowHelp::startTour() {
    if (window_.findChild<Tour*>() != nullptr)
        return;
    auto* tour = new Tour(theme_, tourSteps(window_), &window_);
    connect(tour, &Tour::ended, this, [this] {
        window_.showPage(window_.trainPage());
        settings_.setFlag("tourSeen", true);
    });
}

void WindowHelp::offerTour() {
    if (firstStart_ && !settings_.flag("tourSeen", false))
        startTour();
}

} // namespace belfry
