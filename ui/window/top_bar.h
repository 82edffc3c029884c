// The window's head: name, tabs of the pages that exist, and the few things that concern the whole window.
// GUI thread only.
#pragma once

#include "ui/foundation/theme.h"

#include <QFrame>
#include <QTabBar>

class QAction;
class QMenu;
class QPushButton;

namespace belfry {

class Language;

class TopBar : public QFrame {
    Q_OBJECT
public:
    // Both must outlive the bar.
    TopBar(Theme& theme, Language& language, QWidget* parent = nullptr);

    // `name` is the English label ("Train", marked with QT_TRANSLATE_NOOP): the tab's accessible name and its source
    // text.
    void addPage(const char* name);
    void setPage(int index) { tabs_->setCurrentIndex(index); }
    QPushButton* logButton() const { return log_; }

Q_SIGNALS:
    void pageChosen(int index);
    void helpRequested();
    void aboutRequested();
    void themeChosen(belfry::Theme::Mode mode);
    void languageChosen(const QString& code);

private:
    QMenu* addMenu(QPushButton* button); // below it
    static QAction* addEntry(QMenu* menu, const QString& text, const QString& name);
    void fillMenus();
    void retranslate();

    Theme& theme_;
    Language& language_;
    QTabBar* tabs_;
    QPushButton* log_;
    QMenu *themes_, *languages_;
    std::vector<const char*> pages_;
};

} // namespace belfry
