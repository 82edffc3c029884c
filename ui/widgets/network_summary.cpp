#include "ui/widgets/network_summary.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_dialog.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {

NetworkSummary::NetworkSummary(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("networkPicture"));
    title_ = new ElidedLabel({}, this);
    title_->setProperty("kind", "group");
    title_->setObjectName(QStringLiteral("networkTitle"));
    edit_ = makeButton({}, "Edit network", "quiet", this);
    edit_->setAccessibleName(QStringLiteral("Edit")); // as its label says
    diagram_ = new NetworkDiagram(theme, NetworkDiagram::Detail::Brief, this);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("networkProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    fillWith(this, columnOf(8, {rowOf(-1, {{title_, 1}, Placed::stretch(), edit_}), diagram_, problem_}));
    connect(diagram_, &NetworkDiagram::activated, this, &NetworkSummary::openDialog);
    connect(edit_, &QPushButton::clicked, this, &NetworkSummary::editRequested);
    keepTranslated(this, [this] {
        setTexts(edit_, tr("Edit"), tr("Edit your own network: add, remove and change layers, or write them as text"));
        if (!name_.isEmpty())
            setBlueprint(Blueprint(blueprint_), QString(name_));
    });
}

void NetworkSummary::setBlueprint(const Blueprint& blueprint, const QString& title) {
    blueprint_ = blueprint;
    name_ = title;
    title_->setText(heading(title, blueprint.parameters));
    title_->show();
    diagram_->setBlueprint(blueprint);
    diagram_->show();
    problem_->hide();
}

void NetworkSummary::setProblem(const QString& sentence) {
    blueprint_ = {};
    name_.clear();
    title_->hide();
    diagram_->clear();
    diagram_->hide();
    problem_->setText(sentence);
    problem_->show();
}

QString NetworkSummary::heading(const QString& title, std::int64_t parameters) {
    return tr("%1 · %2 parameters").arg(title, countText(parameters));
}

void NetworkSummary::openDialog() {
    auto* dialog = new NetworkDialog(theme_, blueprint_, name_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace belfry
