// The help of the window: its sheet of keys and terms, the palette of commands, and the tour. GUI thread only.
#pragma once

#include "ui/foundation/background.h"

#include <QObject>
#include <vector>

namespace belfry {

class CommandPalette;
class MainWindow;
class Settings;
class Theme;
struct Command;

class WindowHelp : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    WindowHelp(const Theme& theme, Settings& settings, MainWindow& window);

    void showSheet();
    void findCommand();
    void startTour();
    void offerTour(); // starts it where the window has never been open before

private:
    std::vector<Command> windowCommands() const;
    void addRuns(CommandPalette* palette);

    const Theme& theme_;
    Settings& settings_;
    MainWindow& window_;
    bool firstStart_;
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
