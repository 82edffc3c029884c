#include "ui/window/top_bar.h"

#include "ui/foundation/language.h"
#include "ui/widgets/controls.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
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
// Tabs that pages may bring; a tab appears when its page exists.
[[maybe_unused]] constexpr std::array kPages{
    QT_TRANSLATE_NOOP("belfry::TopBar", "Train"),   QT_TRANSLATE_NOOP("belfry::TopBar", "Evaluate"),
    QT_TRANSLATE_NOOP("belfry::TopBar", "Runs"),    QT_TRANSLATE_NOOP("belfry::TopBar", "Search"),
    QT_TRANSLATE_NOOP("belfry::TopBar", "Scaling"), QT_TRANSLATE_NOOP("belfry::TopBar", "Data")};

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
    log_ = makeButton({}, "Log", "quiet", this);
    log_->setCheckable(true);
    themeButton_ = makeButton({}, "Theme", "quiet", this);
    languageButton_ = makeButton({}, "Language", "quiet", this);
    about_ = makeButton({}, "About", "quiet", this);
    themes_ = new QMenu(this);
    languages_ = new QMenu(this);
    fillThemes();
    fillLanguages();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 8, 0);
    row->setSpacing(4);
    row->addWidget(makeLabel(QStringLiteral("Belfry"), "brand", this));
    row->addSpacing(4);
    row->addWidget(tabs_);
    row->addStretch();
    for (QPushButton* button : {log_, themeButton_, languageButton_, about_})
        row->addWidget(button);
    connect(tabs_, &QTabBar::currentChanged, this, &TopBar::pageChosen);
    connect(about_, &QPushButton::clicked, this, &TopBar::aboutRequested);
    connect(&theme_, &Theme::changed, this, &TopBar::retranslate);
    retranslate();
}

void TopBar::fillThemes() {
    auto* group = new QActionGroup(themes_);
    for (const ThemeEntry& entry : kThemes) {
        QAction* action = themes_->addAction(QString());
        action->setObjectName(QLatin1String(entry.name));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, mode = entry.mode] {
            theme_.setMode(mode);
            retranslate();
            Q_EMIT themeChosen(mode);
        });
    }
    connect(themeButton_, &QPushButton::clicked, this,
            [this] { themes_->popup(themeButton_->mapToGlobal(QPoint(0, themeButton_->height() + 4))); });
}

void TopBar::fillLanguages() {
    auto* group = new QActionGroup(languages_);
    for (const Language::Entry& entry : Language::all()) {
        QAction* action = languages_->addAction(QString::fromUtf8(entry.name));
        action->setObjectName(QStringLiteral("language-") + QLatin1String(entry.code));
        action->setData(QLatin1String(entry.code));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, code = QLatin1String(entry.code)] {
            language_.choose(code);
            Q_EMIT languageChosen(code);
        });
    }
    connect(languageButton_, &QPushButton::clicked, this,
            [this] { languages_->popup(languageButton_->mapToGlobal(QPoint(0, languageButton_->height() + 4))); });
}

void TopBar::addPage(const char* name) {
    pages_.push_back(name);
    const int index = tabs_->addTab(QString());
    tabs_->setAccessibleTabName(index, QLatin1String(name));
    retranslate();
}

void TopBar::setPage(int index) {
    tabs_->setCurrentIndex(index);
}

void TopBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
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
    themeButton_->setText(tr("Theme"));
    languageButton_->setText(tr("Language"));
    about_->setText(tr("About"));
    log_->setText(tr("Log"));
    log_->setToolTip(tr("Shows what happened, line by line"));
    themeButton_->setToolTip(tr("Light or dark colours, or as the system"));
    languageButton_->setToolTip(tr("The window's language"));
    about_->setToolTip(tr("About Belfry: version, libraries and licences"));
}

} // namespace belfry
