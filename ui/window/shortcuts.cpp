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

QString titleOf(const Shortcut& shortcut) { return Shortcuts::tr(shortcut.title); }

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
