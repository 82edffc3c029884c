// The window's keys: one table, of which the shortcuts are made and which the help lists. GUI thread only.
#pragma once

#include <QKeySequence>
#include <QString>
#include <vector>

namespace belfry {

enum class WindowAction {
    ShowPage,
    Start,
    TogglePause,
    Stop,
    ClearPad,
    OpenPlan,
    SavePlan,
    FindCommand,
    ShowHelp,
    Quit
};
// Keys act where what they act on is in sight.
enum class KeyScope { Everywhere, Train, TrainAndSearch };

struct Shortcut {
    WindowAction action;
    QKeySequence keys;
    const char* title; // English; titleOf() translates it
    KeyScope scope = KeyScope::Everywhere;
    int page = -1;          // of ShowPage, from 0 on
    bool unclaimed = false; // acts only when what has the focus has no use for the key
};

const std::vector<Shortcut>& shortcuts();
// Keys of a part of the window, while it has the focus.
struct PartKeys {
    const char *part, *keys, *what; // to be translated; keys are not
};
const std::vector<PartKeys>& partKeys();

QString titleOf(const Shortcut& shortcut);
QString titleOf(const PartKeys& keys);
QString partText(const PartKeys& keys);     // "in a chart"
QString keysText(const Shortcut& shortcut); // "Ctrl+K", as the desktop writes it
QString scopeText(KeyScope scope);          // "" for everywhere

} // namespace belfry
