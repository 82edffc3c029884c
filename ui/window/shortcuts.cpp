#include "ui/window/shortcuts.h"

#include <QCoreApplication>

namespace belfry {
namespace {

struct Shortcuts {
    Q_DECLARE_TR_FUNCTIONS(belfry::Shortcuts)
};

std::vector<Shortcut> makeTable() {
    using Action = WindowAction;
    const auto keys = [](const char* text) { return QKeySequence(QLatin1String(text), QKeySequence::PortableText); };
    std::vector<Shortcut> table{
        {Action::Start, keys("F5"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Start training, or the search"),
         KeyScope::TrainAndSearch},
        {Action::TogglePause, keys("Space"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Pause or resume"),
         KeyScope::TrainAndSearch, -1, true},
        {Action::Stop, keys("Esc"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Stop after this step"),
         KeyScope::TrainAndSearch, -1, true},
        {Action::ClearPad, keys("Ctrl+L"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Clear the drawing pad"),
         KeyScope::Train},
        {Action::OpenPlan, keys("Ctrl+O"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Open a plan…"), KeyScope::Train},
        {Action::SavePlan, keys("Ctrl+S"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Save the plan…"), KeyScope::Train},
        {Action::FindCommand, keys("Ctrl+K"),
         QT_TRANSLATE_NOOP("belfry::Shortcuts", "Find a page, an action or a run…")},
        {Action::ShowHelp, keys("F1"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Keys and terms…")},
        {Action::Quit, keys("Ctrl+Q"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Quit")},
    };
    // In the order of the tabs.
    const char* pages[] = {
        QT_TRANSLATE_NOOP("belfry::Shortcuts", "Train page"),   QT_TRANSLATE_NOOP("belfry::Shortcuts", "Evaluate page"),
        QT_TRANSLATE_NOOP("belfry::Shortcuts", "Runs page"),    QT_TRANSLATE_NOOP("belfry::Shortcuts", "Search page"),
        QT_TRANSLATE_NOOP("belfry::Shortcuts", "Scaling page"), QT_TRANSLATE_NOOP("belfry::Shortcuts", "Data page")};
    int page = 0;
    for (const char* title : pages) {
        table.push_back({Action::ShowPage, QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + page)), title,
                         KeyScope::Everywhere, page});
        ++page;
    }
    return table;
}

} // namespace

const std::vector<Shortcut>& shortcuts() {
    static const std::vector<Shortcut> table = makeTable();
    return table;
}

const std::vector<PartKeys>& partKeys() {
    static const char* const kChart = QT_TRANSLATE_NOOP("belfry::Shortcuts", "in a chart");
    static const char* const kPad = QT_TRANSLATE_NOOP("belfry::Shortcuts", "on the drawing pad");
    static const char* const kRuns = QT_TRANSLATE_NOOP("belfry::Shortcuts", "in the list of runs");
    static const char* const kEditor = QT_TRANSLATE_NOOP("belfry::Shortcuts", "in the network editor");
    static const char* const kPictures = QT_TRANSLATE_NOOP("belfry::Shortcuts", "in the matrix and among pictures");
    static const char* const kMap = QT_TRANSLATE_NOOP("belfry::Shortcuts", "on the map of the pictures");
    static const std::vector<PartKeys> table{
        {kChart, "\u2190 \u2192", QT_TRANSLATE_NOOP("belfry::Shortcuts", "The values at the step before or after")},
        {kChart, "Enter", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Keep the values of this step in sight")},
        {kChart, "F", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Show the whole curve")},
        {kChart, "L", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Logarithmic scale")},
        {kChart, "Ctrl+C", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Copy the values of this step")},
        {kPad, "Ctrl+Z", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Undo the last stroke")},
        {kPad, "Ctrl+V", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Paste a picture")},
        {kPad, "\u2190 \u2192 \u2191 \u2193",
         QT_TRANSLATE_NOOP("belfry::Shortcuts", "Move the frame over a picture; with Shift, resize it")},
        {kPad, "Home", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Take the whole picture again")},
        {kRuns, "Enter", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Draw on the run's network")},
        {kRuns, "F2", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Rename the run")},
        {kRuns, "Del", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Move to the trash")},
        {kEditor, "Del", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Remove the layer")},
        {kEditor, "Ctrl+D", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Duplicate the layer")},
        {kEditor, "Alt+\u2191 Alt+\u2193", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Move the layer up or down")},
        {kEditor, "Ctrl+G Ctrl+Shift+G",
         QT_TRANSLATE_NOOP("belfry::Shortcuts", "Make a block of the layers, and dissolve it")},
        {kEditor, "Ctrl+Z Ctrl+Y", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Undo and redo")},
        {kPictures, "\u2190 \u2192 \u2191 \u2193",
         QT_TRANSLATE_NOOP("belfry::Shortcuts", "Choose another cell or picture")},
        {kMap, "\u2190 \u2192 \u2191 \u2193",
         QT_TRANSLATE_NOOP("belfry::Shortcuts", "Select the next picture in that direction; with Shift, one more")},
        {kMap, "Enter", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Look at the selected picture")},
        {kMap, "+ \u2212 0", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Closer, further away, all of it")},
        {kMap, "L", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Select with the lasso, or no longer")},
        {kMap, "Ctrl+A Esc", QT_TRANSLATE_NOOP("belfry::Shortcuts", "Select all pictures, or none")},
    };
    return table;
}

QString titleOf(const Shortcut& shortcut) { return Shortcuts::tr(shortcut.title); }

QString titleOf(const PartKeys& keys) { return Shortcuts::tr(keys.what); }

QString partText(const PartKeys& keys) { return Shortcuts::tr(keys.part); }

QString keysText(const Shortcut& shortcut) { return shortcut.keys.toString(QKeySequence::NativeText); }

QString scopeText(KeyScope scope) {
    switch (scope) {
    case KeyScope::Everywhere:
        break;
    case KeyScope::Train:
        return Shortcuts::tr("on the Train page");
    case KeyScope::TrainAndSearch:
        return Shortcuts::tr("on the Train and Search pages");
    }
    return {};
}

} // namespace belfry
