// What the Data page asks of the others.
#include "ui/pages/data/data_page.h"
#include "ui/pages/train/train_page.h"
#include "ui/window/main_window.h"
#include "ui/window/run_queue.h"
#include "ui/window/settings.h"

namespace belfry {
namespace {

Plan planOnData(Plan plan, const DataChoice& choice) {
    if (plan.data != choice.data)
        plan.dataVersion.clear();
    plan.data = choice.data;
    if (!choice.pictureSize.empty() || plan.backbone.empty()) // else as the backbone sees most in them
        plan.pictureSize = choice.pictureSize;
    plan.groups = choice.groups;
    return plan;
}

} // namespace

void MainWindow::connectData() {
    data_->setFolders(settings_.dataFolders());
    connect(
        data_, &DataPage::foldersChanged, this,
        [this](const QStringList& folders) { settings_.setDataFolders(folders); });
    connect(
        data_, &DataPage::chosen, this,
        [this](const DataChoice& choice) { showPlan(planOnData(train_->plan(), choice)); });
    data_->setPlanOfTraining([this] { return train_->plan(); });
    connect(data_, &DataPage::versionMade, this,
            [this](const DataChoice& choice, const QString& version) { trainVersion(choice, version.toStdString()); });
}

// On the plan's own data set nothing else changes, so that the two runs can be compared.
void MainWindow::trainVersion(const DataChoice& choice, const std::string& version) {
    Plan plan = train_->plan();
    if (plan.data != choice.data) { // what belonged to the other data set
        plan.trainImages = plan.validationImages = 0;
        plan = planOnData(plan, choice);
    }
    plan.dataVersion = version;
    startOrQueue(plan);
}

void MainWindow::startOrQueue(const Plan& plan) {
    if (!train_->controller().isActive()) {
        showPlan(plan);
        train_->start();
        return;
    }
    queue_->add(plan); // the set-up shows what runs
    showPage(train_);
    train_->showProblem([] {
        return tr("A run is in progress. The plan was added to the queue, which the Runs page "
                  "shows.");
    });
}

} // namespace belfry
