// A button with more to choose from in a menu beside it. GUI thread only.
#pragma once

#include <QWidget>

class QAction;
class QMenu;
class QPushButton;
class QToolButton;

namespace belfry {

class SplitButton : public QWidget {
    Q_OBJECT
public:
    // `english` is the label, of which accessible and object names are made ("Stop": stopButton, stopMenuButton,
    // stopSplit); `menu` the menu's. Kinds as makeButton's.
    SplitButton(const char* english, const char* menu, const char* kind, QWidget* parent = nullptr);

    QPushButton* button() const { return button_; }
    QMenu* menu() const { return menu_; }
    QAction* addAction(const char* name); // of the object; its owner sets the text
    void setMenuHelp(const QString& text);
    void setMenuShown(bool shown);

private:
    QPushButton* button_;
    QToolButton* arrow_;
    QMenu* menu_;
};

} // namespace belfry
