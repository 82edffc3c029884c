#include "ui/widgets/network_picture.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_dialog.h"
#include "ui/widgets/text.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace belfry {

NetworkPicture::NetworkPicture(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("networkPicture"));
    title_ = new ElidedLabel({}, this);
    title_->setProperty("kind", "group");
    title_->setObjectName(QStringLiteral("networkTitle"));
    diagram_ = new NetworkDiagram(theme, NetworkDiagram::Detail::Brief, this);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("networkProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(title_);
    column->addWidget(diagram_);
    column->addWidget(problem_);
    connect(diagram_, &NetworkDiagram::activated, this, &NetworkPicture::openDialog);
}

void NetworkPicture::setBlueprint(const Blueprint& blueprint, const QString& title) {
    blueprint_ = blueprint;
    name_ = title;
    title_->setText(heading(title, blueprint.parameters));
    title_->show();
    diagram_->setBlueprint(blueprint);
    diagram_->show();
    problem_->hide();
}

void NetworkPicture::setProblem(const QString& sentence) {
    blueprint_ = {};
    name_.clear();
    title_->hide();
    diagram_->clear();
    diagram_->hide();
    problem_->setText(sentence);
    problem_->show();
}

QString NetworkPicture::heading(const QString& title, std::int64_t parameters) {
    return tr("%1 · %2 parameters").arg(title, countText(parameters));
}

void NetworkPicture::openDialog() {
    auto* dialog = new NetworkDialog(theme_, blueprint_, name_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void NetworkPicture::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange && !name_.isEmpty()) {
        setBlueprint(Blueprint(blueprint_), QString(name_));
    }
    QWidget::changeEvent(event);
}

} // namespace belfry
