#include "ui/dialogs/host_dialog.h"

#include "core/base/error.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kMaxTowers = 256, kWidth = 420;

} // namespace

HostDialog::HostDialog(std::vector<std::string> taken, const QString& program, const QString& own, QWidget* parent)
    : QDialog(parent), taken_(std::move(taken)), grid_(new FieldGrid("belfry::HostDialog", this, "host")),
      name_(new QLineEdit(this)), towers_(new SpinBox(this)), program_(new QLineEdit(program, this)) {
    setObjectName(QStringLiteral("hostDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Add host"));
    name_->setPlaceholderText(tr("user@machine"));
    towers_->setRange(0, kMaxTowers);
    towers_->setNumber(0);
    towers_->setMinimumText(tr("one for each device"));
    program_->setPlaceholderText(own);
    add_ = makeButton(tr("Add"), "Add this host", "primary", this);
    add_->setAccessibleName(QStringLiteral("Add"));
    add_->setDefault(true);
    layOut();
    connect(name_, &QLineEdit::textChanged, this, &HostDialog::check);
    connect(towers_, &NumberField::changed, this, &HostDialog::check);
    connect(add_, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen({.name = name_->text().trimmed().toStdString(), .towers = towers_->value()},
                      program_->text().trimmed());
        accept();
    });
    check();
    name_->setFocus();
}

void HostDialog::layOut() {
    auto* title = makeLabel(tr("Train on another machine too"), "title", this);
    auto* text =
        makeLabel(tr("It is reached by ssh, which must ask nothing. Belfry must be installed there in the same "
                     "version, and the data must be there."),
                  "muted", this);
    text->setWordWrap(true);
    grid_->addField(QT_TR_NOOP("Name"), QT_TR_NOOP("As for ssh: a machine, user@machine, or an alias of ~/.ssh/config"),
                    name_);
    grid_->addField(QT_TR_NOOP("Towers"), QT_TR_NOOP("On that machine. The set-up's number is that of this machine."),
                    towers_);
    grid_->addField(QT_TR_NOOP("Program"),
                    QT_TR_NOOP("Path of belfry-cli on the other machines, where it is another than here"), program_);
    auto* cancel = makeButton(tr("Cancel"), "Cancel host", "", this);
    cancel->setAccessibleName(QStringLiteral("Cancel"));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    fillWith(this, columnOf(12, {title, text, grid_, Placed::stretch(), rowOf(8, {Placed::stretch(), cancel, add_})}),
             {20, 16, 20, 16});
    setMinimumWidth(kWidth);
}

Text HostDialog::problemOfName() const {
    const std::string name = name_->text().trimmed().toStdString();
    if (name.empty())
        return {};
    if (std::ranges::find(taken_, name) != taken_.end())
        return Text::tr("'%1' is in the list already.", name);
    if (name.find_first_of(",:") != std::string::npos)
        return Text::tr("'%1' is no name of a host; expected one machine, without ',' and ':'. The number of towers "
                        "has a field of its own.",
                        name);
    Text problem;
    attempt([&] { hostsFrom(name); }, [&](const Text& sentence) { problem = sentence; });
    return problem;
}

void HostDialog::check() {
    const Text problem = problemOfName();
    grid_->setFieldProblem(name_, translated(problem));
    grid_->setFieldProblem(towers_, translated(towers_->problem()));
    setWrong(name_, !problem.empty());
    add_->setEnabled(!name_->text().trimmed().isEmpty() && problem.empty() && towers_->problem().empty());
    layout()->activate(); // a dialog does not grow by itself
    if (const int need = layout()->totalHeightForWidth(width()); need > height())
        resize(width(), need);
}

} // namespace belfry
