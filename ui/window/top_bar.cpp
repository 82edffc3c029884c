#include "ui/window/top_bar.h"

#include "ui/foundation/language.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <array>

namespace belfry {
namespace {

constexpr int kHeight = 48;

struct ThemeEntry {
    Theme::Mode mode;
    const char* name; // object name
    const char* text;
};
constexpr std::array kThemes{
    ThemeEntry{Theme::Mode::Light, "themeLight", QT_TRANSLATE_NOOP("belfry::TopBar", "Light")},
    ThemeEntry{Theme::Mode::Dark, "themeDark", QT_TRANSLATE_NOOP("belfry::TopBar", "Dark")},
    ThemeEntry{Theme::Mode::System, "themeSystem", QT_TRANSLATE_NOOP("belfry::TopBar", "System")},
};

} // namespace

TopBar::TopBar(Theme& theme, Language& language, QWidget* parent) : QFrame(parent), theme_(theme), language_(language) {
    setObjectName(QStringLiteral("topBar"));
    setFixedHeight(kHeight);
    tabs_ = new QTabBar(this);
    tabs_->setObjectName(QStringLiteral("pages"));
    tabs_->setAccessibleName(QStringLiteral("Pages"));
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    tabs_->setFocusPolicy(Qt::TabFocus);
    const Parts parts(this);
    log_ = parts.button("quiet", QT_TR_NOOP("Log"), QT_TR_NOOP("Shows what happened, line by line"));
    log_->setCheckable(true);
    auto* themeButton =
        parts.button("quiet", QT_TR_NOOP("Theme"), QT_TR_NOOP("Light or dark colours, or as the system"));
    auto* languageButton = parts.button("quiet", QT_TR_NOOP("Language"), QT_TR_NOOP("The window's language"));
    auto* help = parts.button("quiet", QT_TR_NOOP("Help…"), QT_TR_NOOP("Keys and terms, and the tour (F1)"), "Help");
    auto* about = parts.button("quiet", QT_TR_NOOP("About…"),
                               QT_TR_NOOP("About Belfry: version, libraries and licences"), "About");
    themes_ = addMenu(themeButton);
    languages_ = addMenu(languageButton);
    fillMenus();
    auto* brand = makeLabel(QStringLiteral("Belfry"), "brand", this);
    fillWith(
        this,
        rowOf(4, {brand, Placed::space(4), tabs_, Placed::stretch(), log_, themeButton, languageButton, help, about}),
        {16, 0, 8, 0});
    connect(tabs_, &QTabBar::currentChanged, this, &TopBar::pageChosen);
    connect(help, &QPushButton::clicked, this, &TopBar::helpRequested);
    connect(about, &QPushButton::clicked, this, &TopBar::aboutRequested);
    connect(&theme_, &Theme::changed, this, &TopBar::retranslate);
    keepTranslated(this, [this] { retranslate(); });
}

// One entry of a menu, of which one is checked.
QAction* TopBar::addEntry(QMenu* menu, const QString& text, const QString& name) {
    QAction* action = menu->addAction(text);
    action->setObjectName(name);
    action->setCheckable(true);
    menu->findChild<QActionGroup*>()->addAction(action);
    return action;
}

QMenu* TopBar::addMenu(QPushButton* button) {
    auto* menu = new QMenu(this);
    new QActionGroup(menu);
    connect(button, &QPushButton::clicked, this,
            [button, menu] { menu->popup(button->mapToGlobal(QPoint(0, button->height() + 4))); });
    return menu;
}

void TopBar::fillMenus() {
    for (const ThemeEntry& entry : kThemes) {
        const QAction* action = addEntry(themes_, {}, QLatin1String(entry.name));
        connect(action, &QAction::triggered, this, [this, mode = entry.mode] {
            theme_.setMode(mode);
            retranslate();
            Q_EMIT themeChosen(mode);
        });
    }
    for (const Language::Entry& entry : Language::all()) {
        const QLatin1String code(entry.code);
        QAction* action = addEntry(languages_, QString::fromUtf8(entry.name), QStringLiteral("language-") + code);
        action->setData(code);
        connect(action, &QAction::triggered, this, [this, code] {
            language_.choose(code);
            Q_EMIT languageChosen(code);
        });
    }
}

void TopBar::addPage(const char* name) {
    pages_.push_back(name);
    const int index = tabs_->addTab(QString());
    tabs_->setAccessibleTabName(index, QLatin1String(name));
    retranslate();
}

void TopBar::retranslate() {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
        tabs_->setTabText(static_cast<int>(i), tr(pages_[i]));
        tabs_->setTabToolTip(static_cast<int>(i), tr("Ctrl+%1").arg(i + 1));
    }
    for (std::size_t i = 0; i < kThemes.size(); ++i) {
        const bool current = kThemes[i].mode == theme_.mode();
        QAction* action = themes_->actions().at(static_cast<qsizetype>(i));
        action->setText(tr(kThemes[i].text));
        action->setChecked(current);
    }
    for (QAction* action : languages_->actions())
        action->setChecked(action->data().toString() == language_.code());
}

} // namespace belfry
