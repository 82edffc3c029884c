#include "ui/window/command_palette.h"

#include "core/base/suggest.h"
#include "ui/foundation/fuzzy_match.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPointer>
#include <QStyledItemDelegate>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kPlaceRole = Qt::UserRole, kDetailRole = Qt::UserRole + 1;

// The detail at the right, as far as there is room beside the title.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        constexpr int kGap = 24, kSide = 8;
        QStyledItemDelegate::paint(painter, option, index);
        const int title = option.fontMetrics.horizontalAdvance(index.data().toString());
        const QRect room = option.rect.adjusted(title + kGap, 0, -kSide, 0);
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        painter->setPen(option.palette.color(chosen ? QPalette::HighlightedText : QPalette::PlaceholderText));
        painter->drawText(
            room, int{Qt::AlignRight} | int{Qt::AlignVCenter},
            option.fontMetrics.elidedText(index.data(kDetailRole).toString(), Qt::ElideRight, room.width()));
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {0, 30}; }
};

// The one whose title is nearest, for words with a slip; none where none is near.
std::vector<std::size_t> nearest(const QString& words, const std::vector<Command>& commands) {
    std::vector<std::string> titles;
    for (const Command& command : commands)
        titles.push_back(command.title.toLower().toStdString());
    const std::string name = nearestName(words.toLower().toStdString(), titles);
    const auto place = std::ranges::find(titles, name);
    if (name.empty() || place == titles.end())
        return {};
    return {static_cast<std::size_t>(place - titles.begin())};
}

} // namespace

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent), commands_(std::move(commands)) {
    constexpr QSize kSize(600, 420);
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Find"));
    setAttribute(Qt::WA_DeleteOnClose);
    const Parts parts(this);
    words_ = parts.field(new QLineEdit(this), "Find a command", "commandWords");
    words_->setPlaceholderText(tr("A page, an action or a run"));
    words_->installEventFilter(this);
    list_ = parts.field(new QListWidget(this), "Commands", "commandList");
    list_->setItemDelegate(new CommandDelegate(list_));
    list_->setFocusPolicy(Qt::NoFocus); // the keys go to the words
    empty_ = parts.sentence("muted", "noCommand");
    empty_->setText(tr("Nothing fits. Try fewer letters."));
    fillWith(this, columnOf(8, {words_, empty_, {list_, 1}}), kPageMargins);
    connect(words_, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(words_, &QLineEdit::returnPressed, this, &CommandPalette::perform);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::perform);
    refresh();
    resize(kSize.boundedTo(parent->size()));
}

void CommandPalette::add(const std::vector<Command>& commands) {
    commands_.insert(commands_.end(), commands.begin(), commands.end());
    refresh();
}

std::vector<std::size_t> CommandPalette::found() const {
    std::vector<std::pair<int, std::size_t>> fitting;
    for (std::size_t place = 0; place < commands_.size(); ++place)
        if (const std::optional<int> score = fuzzyScore(words_->text(), commands_[place].title))
            fitting.emplace_back(*score, place);
    std::ranges::stable_sort(fitting, std::greater(), &std::pair<int, std::size_t>::first);
    std::vector<std::size_t> places;
    for (const auto& [score, place] : fitting)
        places.push_back(place);
    return places.empty() ? nearest(words_->text(), commands_) : places;
}

void CommandPalette::refresh() {
    constexpr std::size_t kMost = 60; // more are not looked through
    list_->clear();
    const std::vector<std::size_t> places = found();
    for (std::size_t row = 0; row < std::min(kMost, places.size()); ++row) {
        const Command& command = commands_[places[row]];
        auto* item = new QListWidgetItem(command.title, list_);
        item->setData(kPlaceRole, static_cast<qulonglong>(places[row]));
        item->setData(kDetailRole, command.detail);
        item->setToolTip(command.detail);
    }
    list_->setCurrentRow(0);
    list_->setVisible(list_->count() > 0);
    empty_->setVisible(list_->count() == 0);
}

// When the dialog has closed, and the focus is where it was.
void CommandPalette::perform() {
    const QListWidgetItem* item = list_->currentItem();
    if (item == nullptr)
        return;
    const std::function<void()> act = commands_[item->data(kPlaceRole).toULongLong()].act;
    accept();
    QMetaObject::invokeMethod(parent(), act, Qt::QueuedConnection);
}

// An edge: over an empty page it has none of its own where the window manager draws no frame.
void CommandPalette::paintEvent(QPaintEvent* event) {
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Dark));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == words_ && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QCoreApplication::sendEvent(list_, event);
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

std::vector<Command> buttonCommands(QWidget* window) {
    std::vector<Command> commands;
    for (QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
        const QString title = button->text().remove('&');
        if (!button->isVisible() || !button->isEnabled() || button->window() != window || title.isEmpty())
            continue;
        commands.push_back({title, button->toolTip(), [pressed = QPointer(button)] {
                                if (pressed)
                                    pressed->click();
                            }});
    }
    return commands;
}

} // namespace belfry
