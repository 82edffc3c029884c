#include "ui/widgets/network_summary.h"

#include "ui/foundation/texts.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_dialog.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {

NetworkSummary::NetworkSummary(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("networkPicture"));
    const Parts parts(this);
    title_ = parts.elided("group", "networkTitle");
    edit_ = parts.button("quiet", QT_TR_NOOP("Edit…"),
                         QT_TR_NOOP("Edit your own network: add, remove and change layers, or write them as text"),
                         "Edit network");
    diagram_ = new NetworkDiagram(theme, NetworkDiagram::Detail::Brief, this);
    problem_ = parts.sentence("warning", "networkProblem");
    problem_->hide();
    fillWith(this, columnOf(8, {rowOf(-1, {{title_, 1}, Placed::stretch(), edit_}), diagram_, problem_}));
    connect(diagram_, &NetworkDiagram::activated, this, &NetworkSummary::openDialog);
    connect(edit_, &QPushButton::clicked, this, &NetworkSummary::editRequested);
    keepTranslated(this, [this] {
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
    return translated(Text::plural("%1 · %n parameters", "%1 · %n parameter", parameters, title.toStdString()));
}

void NetworkSummary::openDialog() {
    auto* dialog = new NetworkDialog(theme_, blueprint_, name_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NetworkDialog::layerMapsRequested, this, &NetworkSummary::layerMapsRequested);
    dialog->open();
}

} // namespace belfry
