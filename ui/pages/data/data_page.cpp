#include "ui/pages/data/data_page.h"

#include "core/base/error.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/data/class_table.h"
#include "ui/pages/data/data_facts.h"
#include "ui/pages/data/data_set_list.h"
#include "ui/pages/data/doctor_dialog.h"
#include "ui/pages/data/download_panel.h"
#include "ui/widgets/card.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/save_file.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

namespace belfry {
namespace {

const CatalogueEntry* entryOf(const QString& name) {
    const auto& entries = catalogue();
    const auto found = std::ranges::find(entries, name.toStdString(), &CatalogueEntry::name);
    return found == entries.end() ? nullptr : &*found;
}

QString droppedFolder(const QMimeData* data) {
    for (const QUrl& url : data->urls())
        if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isDir())
            return QDir::cleanPath(url.toLocalFile());
    return {};
}

} // namespace

DataPage::DataPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), planner_([](const std::string& name) { return downloadPlan(name); }) {
    setObjectName(QStringLiteral("dataPage"));
    setAcceptDrops(true);
    makeWidgets(theme);
    layOut();
    connectAll();
    keepTranslated(this, [this] { showTexts(); });
    clearReport();
    sets_->setCurrent(QString::fromStdString(catalogue().front().name));
}

void DataPage::connectAll() {
    connect(sets_, &DataSetList::chosen, this, [this] {
        size_->clear();
        groups_->setName(Plan().groups);
        grouped_ = false;
        load();
    });
    connect(add_, &QPushButton::clicked, this, &DataPage::askFolder);
    connect(
        remove_, &QPushButton::clicked, this,
        [this] {
            sets_->removeFolder(sets_->current());
            Q_EMIT foldersChanged(sets_->folders());
        });
    connect(use_, &QPushButton::clicked, this, [this] { Q_EMIT chosen(choice()); });
    connect(doctor_, &QPushButton::clicked, this, &DataPage::openDoctor);
    connect(download_, &QPushButton::clicked, this, &DataPage::download);
    connect(size_, &QLineEdit::returnPressed, this, &DataPage::load);
    connect(groups_, &QComboBox::activated, this, &DataPage::load);
    connect(&loader_, &DataLoader::progressed, this,
            [this](double part) { progress_->setValue(static_cast<int>(part * progress_->maximum())); });
    connect(&loader_, &DataLoader::loaded, this, &DataPage::showReport);
    connect(&loader_, &DataLoader::missing, this, [this] {
        reading_ = false;
        missing_ = true;
        showTexts();
    });
    connect(&loader_, &DataLoader::failed, this, &DataPage::showProblem);
    connect(&job_, &DownloadJob::changed, this, &DataPage::updateButtons);
    connect(
        &job_, &DownloadJob::finished, this,
        [this] {
            if (sets_->current().toStdString() == job_.name())
                load();
        });
    connect(&job_, &DownloadJob::failed, this, [this](const Text& sentence) {
        if (sets_->current().toStdString() == job_.name())
            showProblem(sentence);
    });
}

QStringList DataPage::folders() const { return sets_->folders(); }

void DataPage::setFolders(const QStringList& folders) { sets_->setFolders(folders); }

void DataPage::addFolder(const QString& folder) {
    if (sets_->addFolder(folder))
        Q_EMIT foldersChanged(sets_->folders());
}

void DataPage::askFolder() {
    belfry::askFolder(
        this, {.kind = QStringLiteral("addFolder"), .title = tr("Add a folder of pictures")},
        [this](const QString& folder) { addFolder(QDir::cleanPath(folder)); });
}

void DataPage::openDoctor() {
    Plan plan = planOfTraining_();
    const QString name = sets_->current();
    const DataChoice shown = choice();
    if (plan.data != resolveDataName(shown.data)) { // else a run with the version is to have the splits of the plan
        plan.dataVersion.clear();
        plan.trainImages = plan.validationImages = 0;
        plan.groups = shown.groups;
    }
    plan.data = shown.data;
    plan.pictureSize = shown.pictureSize;
    auto* dialog = new DoctorDialog(plan, report_ ? QString::fromStdString(report_->data->title) : name, this);
    connect(dialog, &DoctorDialog::trainAgain, this,
            [this, shown](const QString& version) { Q_EMIT versionMade(shown, version); });
    dialog->show();
}

DataChoice DataPage::choice() const {
    return {.data = sets_->current().toStdString(),
            .pictureSize = size_->text().trimmed().toStdString(),
            .groups = groups_->name()};
}

void DataPage::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFolder(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void DataPage::dropEvent(QDropEvent* event) {
    const QString folder = droppedFolder(event->mimeData());
    if (!folder.isEmpty()) {
        event->acceptProposedAction();
        addFolder(folder);
    }
}

void DataPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!asked_) {
        asked_ = true;
        load();
    }
}

void DataPage::load() {
    clearReport();
    if (!asked_)
        return;
    reading_ = true;
    const DataChoice shown = choice();
    DataOptions options;
    options.pictureSize = shown.pictureSize;
    options.groups = shown.groups;
    loader_.load(shown.data, options);
    showTexts();
}

void DataPage::clearReport() {
    loader_.stop();
    reading_ = missing_ = false;
    report_.reset();
    problem_ = {};
    progress_->setValue(0);
    classes_->clear();
    facts_->setReport(nullptr);
    showTexts();
}

void DataPage::showReport(const std::shared_ptr<const DataReport>& report) {
    reading_ = false;
    report_ = report;
    grouped_ = report->grouped;
    classes_->setReport(*report);
    facts_->setReport(report);
    showTexts();
}

void DataPage::showProblem(const Text& sentence) {
    reading_ = false;
    problem_ = sentence;
    showTexts();
}

bool DataPage::canDownload() const {
    try {
        return entryOf(sets_->current()) != nullptr && !planner_(sets_->current().toStdString()).files.empty();
    } catch (const Error&) { // it comes with Belfry
        return false;
    }
}

void DataPage::download() {
    try {
        problem_ = {};
        job_.start(sets_->current().toStdString(), planner_(sets_->current().toStdString()));
    } catch (const Error& error) {
        showProblem(messageOf(error));
    }
    showTexts();
}

QString DataPage::missingText() const {
    try {
        const DownloadPlan plan = planner_(sets_->current().toStdString());
        return tr("It is not on this machine. Download saves %1 to %2.")
            .arg(bytesText(static_cast<std::int64_t>(plan.bytes)), QString::fromStdString(plan.folder.string()));
    } catch (const Error& error) {
        return translated(messageOf(error));
    }
}

void DataPage::updateButtons() {
    const QString name = sets_->current();
    const bool idle = job_.state() == DownloadJob::State::Idle;
    const bool missing = !report_ && !reading_;
    use_->setEnabled(report_ != nullptr);
    doctor_->setEnabled(report_ != nullptr);
    remove_->setEnabled(sets_->isOwn(name));
    download_->setVisible(missing && canDownload());
    download_->setEnabled(idle);
    progress_->setVisible(reading_);
    const bool sized = sets_->isOwn(name);
    sizeLabel_->setVisible(sized);
    size_->setVisible(sized);
    groupsLabel_->setVisible(grouped_);
    groups_->setVisible(grouped_);
    classesCard_->setVisible(report_ != nullptr);
    factsCard_->setVisible(report_ != nullptr);
    hint_->setVisible(!report_);
    problemText_->setVisible(!problem_.empty());
}

void DataPage::showTexts() {
    const QString name = sets_->current();
    const CatalogueEntry* entry = entryOf(name);
    title_->setText(entry != nullptr ? QString::fromStdString(entry->title) : QDir(name).dirName());
    summary_->setText(entry != nullptr ? translated(entry->summary) : name);
    problemText_->setText(translated(problem_));
    if (reading_)
        hint_->setText(tr("Reading all pictures…"));
    else if (missing_)
        hint_->setText(missingText());
    else
        hint_->setText(problem_.empty() ? QString() : tr("It cannot be used as it is."));
    updateButtons();
}

} // namespace belfry
