// Finds a command by a few of its letters and does it: Return, or a click. Esc closes it. GUI thread only.
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace belfry {

struct Command {
    QString title;
    QString detail; // its key, or what it does
    std::function<void()> act;
};

class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(std::vector<Command> commands, QWidget* parent);
    void add(const std::vector<Command>& commands); // at the end

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // keys that move in the list while words are typed

private:
    void refresh();
    std::vector<std::size_t> found() const; // the commands that fit, best first
    void perform();

    std::vector<Command> commands_;
    QLineEdit* words_;
    QListWidget* list_;
    QLabel* empty_;
};

// A command for every button with a text that can be pressed at the moment, in this widget's window.
std::vector<Command> buttonCommands(QWidget* window);

} // namespace belfry
