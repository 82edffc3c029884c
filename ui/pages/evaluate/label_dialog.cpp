#include "ui/pages/evaluate/label_dialog.h"

#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/data/class_folders.h"
#include "core/formats/image.h"
#include "ui/dialogs/discard_dialog.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/evaluate/label_model.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/picture_view.h"
#include "ui/widgets/pictures.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kRowHeight = 28, kLabelSteps = 1000, kWidth = 960, kHeight = 600, kMost = 1000, kUsual = 20;

// The class of that name, else the first for 1, the second for 2; -1: none.
int labelOfDigit(int digit, const std::vector<std::string>& classes) {
    const auto named = std::ranges::find(classes, std::to_string(digit));
    if (named != classes.end())
        return static_cast<int>(named - classes.begin());
    const bool digits = std::ranges::any_of(
        classes, [](const std::string& name) { return name.size() == 1 && name[0] >= '0' && name[0] <= '9'; });
    return digits || digit > std::ssize(classes) ? -1 : digit - 1;
}

// As the network reads it, of every kind that is read; null for one that has gone.
QImage imageOf(const std::string& file) {
    QImage image;
    attempt(
        [&] {
            const DecodedImage read = readImage(file);
            image = imageFromBytes(read.pixels, {read.channels, read.height, read.width});
        },
        [](const Text&) {});
    return image;
}

} // namespace

LabelDialog::LabelDialog(std::shared_ptr<const Snapshot> snapshot, QWidget* parent)
    : QDialog(parent), snapshot_(std::move(snapshot)) {
    setObjectName(QStringLiteral("labelDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    resize(kWidth, kHeight);
    attempt([this] { hasClassFolders_ = hasClassFolders(snapshot_->data); }, [](const Text&) {});
    layOut();
    connectAll();
    keepTranslated(this, [this] {
        setWindowTitle(tr("Label next"));
        model_->retranslate();
        showTexts();
    });
}

LabelDialog::~LabelDialog() = default;

void LabelDialog::reject() {
    if (hasUnsaved())
        askToDiscard(this, tr("Discard the labels?"), tr("The pictures stay where they are"));
    else
        QDialog::reject();
}

bool LabelDialog::hasUnsaved() const { return unsaved_ && !model_->labelled().empty(); }

void LabelDialog::layOut() {
    const Parts parts(this);
    hint_ = parts.sentence("muted", "labelHint");
    status_ = parts.sentence("muted", "labelStatus");
    folder_ = parts.field(new QLineEdit(this), "Folder without labels", "labelFolder",
                          QT_TR_NOOP("Its pictures, and those of its sub-folders, have no label yet"));
    browse_ = parts.button("", QT_TR_NOOP("Choose…"), QT_TR_NOOP("Chooses the folder"), "Choose folder to label");
    count_ = parts.field(new SpinBox(this), "Pictures to label", "labelCount",
                         QT_TR_NOOP("How many pictures are named, those worth most first"));
    count_->setRange(1, kMost);
    count_->setNumber(kUsual);
    find_ = parts.button("primary", QT_TR_NOOP("Find"),
                         QT_TR_NOOP("Finds the pictures that the network would learn most from"), "Find pictures");
    progress_ = parts.progress("labelBar", "Looking at pictures", kLabelSteps);
    progress_->hide();
    table_ = new QTableView(this);
    dressTable(table_, "labelTable", "Pictures to label", kRowHeight);
    model_ = new LabelModel(this);
    table_->setModel(model_);
    for (int column = 0; column < LabelModel::Columns; ++column)
        table_->setColumnWidth(column, model_->widthOf(column));
    table_->horizontalHeader()->setStretchLastSection(true);
    picture_ = new PictureView(this);
    name_ = parts.sentence("muted", "labelPictureName");
    accept_ = parts.button("", QT_TR_NOOP("Accept"), QT_TR_NOOP("The proposal is right (K)"), "Accept proposal");
    label_ = parts.button("", QT_TR_NOOP("Label"),
                          QT_TR_NOOP("It is of the class on the right (R), or of the one whose digit is pressed"),
                          "Label picture");
    classes_ = parts.field(new ComboBox(this), "Class of the picture", "labelClass",
                           QT_TR_NOOP("The class that the picture is of"));
    for (const std::string& name : snapshot_->classes)
        classes_->addItem(QString::fromStdString(name));
    skip_ = parts.button("", QT_TR_NOOP("No label"), QT_TR_NOOP("It is of no class, or not clear (X)"), "Skip picture");
    undo_ =
        parts.button("quiet", QT_TR_NOOP("Undo"), QT_TR_NOOP("Takes the last decision back (Ctrl+Z)"), "Undo label");
    close_ = parts.button("", QT_TR_NOOP("Close"), nullptr, "Close labelling");
    keep_ = makeButton({}, "Keep labels", "primary", this);
    train_ = parts.button("", QT_TR_NOOP("Train again"),
                          QT_TR_NOOP("Begins a run with the plan of this one and the pictures that there are now"),
                          "Train with new labels");
    auto* side = columnOf(8, {{picture_, 1},
                              name_,
                              rowOf(8, {accept_, label_, {classes_, 1}}),
                              rowOf(8, {skip_, undo_, Placed::stretch()})});
    fillWith(this,
             columnOf(8, {hint_,
                          rowOf(8, {parts.caption(QT_TR_NOOP("Folder"), folder_),
                                    {folder_, 1},
                                    browse_,
                                    parts.caption(QT_TR_NOOP("Pictures"), count_),
                                    count_,
                                    find_}),
                          progress_, rowOf(12, {{table_, 3}, Placed(side, 2)}), status_,
                          rowOf(8, {Placed::stretch(), close_, train_, keep_})}),
             kPageMargins);
}

void LabelDialog::connectAll() {
    connect(browse_, &QPushButton::clicked, this, [this] {
        askFolder(this, {.kind = QStringLiteral("unlabelled"), .title = tr("Folder without labels")},
                  [this](const QString& folder) {
                      folder_->setText(folder);
                      find();
                  });
    });
    connect(folder_, &QLineEdit::textChanged, this, &LabelDialog::updateControls);
    connect(folder_, &QLineEdit::returnPressed, find_, &QPushButton::click);
    connect(find_, &QPushButton::clicked, this, &LabelDialog::find);
    connect(
        accept_, &QPushButton::clicked, this,
        [this] {
            if (const auto current = row())
                decide(model_->rows()[*current].picture.answer);
        });
    connect(
        label_, &QPushButton::clicked, this, [this] { decide(classes_->currentIndex()); });
    connect(skip_, &QPushButton::clicked, this, [this] { decide(std::nullopt); });
    connect(undo_, &QPushButton::clicked, this, &LabelDialog::undo);
    connect(close_, &QPushButton::clicked, this, &QDialog::reject);
    connect(keep_, &QPushButton::clicked, this, &LabelDialog::keepLabels);
    connect(train_, &QPushButton::clicked, this, [this] {
        Q_EMIT trainAgain();
        accept();
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &LabelDialog::showRow);
    addKey(Qt::Key_K, table_, accept_);
    addKey(Qt::Key_Return, table_, accept_);
    addKey(Qt::Key_R, table_, label_);
    addKey(Qt::Key_X, table_, skip_);
    addKey(QKeySequence::Undo, table_, undo_);
    for (int digit = 0; digit < 10; ++digit) {
        const int label = labelOfDigit(digit, snapshot_->classes);
        if (label < 0)
            continue;
        auto* key = new QPushButton(this); // clicked by its key alone
        key->hide();
        connect(key, &QPushButton::clicked, this, [this, label] { decide(label); });
        addKey(Qt::Key_0 + digit, table_, key);
    }
}

void LabelDialog::find() {
    if (!hasUnsaved())
        return findNow();
    auto* asked = new DiscardDialog(tr("Discard the labels?"), tr("The pictures stay where they are"), this);
    connect(asked, &QDialog::accepted, this, &LabelDialog::findNow);
    asked->open();
}

void LabelDialog::findNow() {
    problem_ = {};
    found_ = {};
    unsaved_ = false;
    model_->setPictures({}, snapshot_->classes);
    progress_->setValue(0);
    progress_->show();
    job_.start<PicturesToLabel>(
        [snapshot = snapshot_, folder = folder_->text().trimmed().toStdString(), count = count_->value(),
         this](const LatestJob::Token& token) {
            yieldToTraining();
            return picturesToLabel(*snapshot, {folder}, count, 1, token.stop, token.reportParts([this](double part) {
                progress_->setValue(static_cast<int>(part * kLabelSteps));
            }));
        },
        [this](const PicturesToLabel& found) { showFound(found); },
        [this](const Text& sentence) {
            problem_ = sentence;
            progress_->hide();
            showTexts();
        });
    showTexts();
}

void LabelDialog::showFound(const PicturesToLabel& found) {
    found_ = found;
    progress_->hide();
    added_ = 0;
    copies_.clear();
    model_->setPictures(found.pictures, snapshot_->classes);
    showTexts();
    if (!found.pictures.empty())
        goTo(0);
    table_->setFocus();
}

std::optional<std::size_t> LabelDialog::row() const {
    const QModelIndex index = table_->currentIndex();
    return index.isValid() ? std::optional(static_cast<std::size_t>(index.row())) : std::nullopt;
}

void LabelDialog::goTo(std::size_t row) { table_->selectRow(static_cast<int>(row)); }

void LabelDialog::showTexts() {
    if (!problem_.empty())
        hint_->setText(translated(problem_));
    else if (job_.isRunning())
        hint_->setText(tr("Looking at the pictures. None is changed."));
    else if (model_->rows().empty())
        hint_->setText(
            tr("Choose a folder of pictures without labels. Those that the network would learn most from are "
               "named first."));
    else
        hint_->setText(
            (QStringList(tr("Is the proposal right? K accepts it, a digit or R labels the picture, X leaves it "
                            "without a label.")) +
             translatedAll(found_.issues))
                .join(' '));
    showRow();
}

void LabelDialog::showRow() {
    const auto current = row();
    if (current) {
        const PictureToLabel& shown = model_->rows()[*current].picture;
        picture_->setImage(imageOf(shown.file));
        name_->setText(QString::fromStdString(shown.file));
        classes_->setCurrentIndex(model_->rows()[*current].label.value_or(shown.answer));
    } else {
        picture_->setImage({});
        name_->clear();
    }
    updateControls();
}

void LabelDialog::updateControls() {
    const auto current = row();
    for (QPushButton* each : {accept_, label_, skip_})
        each->setEnabled(current.has_value());
    classes_->setEnabled(current.has_value());
    undo_->setEnabled(model_->canUndo());
    find_->setEnabled(!job_.isRunning() && !folder_->text().trimmed().isEmpty());
    const auto labelled = static_cast<int>(model_->labelled().size());
    keep_->setEnabled(labelled > 0);
    keep_->setText(hasClassFolders_ ? tr("Add to class folders") : tr("Save list…"));
    keep_->setToolTip(hasClassFolders_ ? tr("Copies the labelled pictures into the folders of their classes in %1")
                                             .arg(QString::fromStdString(snapshot_->data))
                                       : tr("Writes the labelled pictures as a list of files and labels"));
    train_->setVisible(hasClassFolders_);
    train_->setEnabled(added_ > 0);
    const QString count = tr("%1 of %2 have a label.").arg(countText(labelled), countText(std::ssize(model_->rows())));
    const QString after = added_ > 0
                              ? tr("%1 were added. The features of all other pictures are kept, so that training "
                                   "again takes seconds.")
                                    .arg(countText(added_))
                              : QString();
    showSentence(status_, model_->rows().empty() ? QString() : QStringList{count, after}.join(' ').trimmed());
}

void LabelDialog::decide(std::optional<int> label) {
    const auto current = row();
    if (!current)
        return;
    model_->decide(*current, label);
    unsaved_ = true;
    if (*current + 1 < model_->rows().size())
        goTo(*current + 1); // which shows it
    else
        updateControls();
}

void LabelDialog::undo() {
    const auto taken = model_->undo();
    unsaved_ = unsaved_ || taken;
    if (taken && taken != row())
        goTo(*taken); // which shows it
    else if (taken)
        showRow();
}

void LabelDialog::keepLabels() {
    if (hasClassFolders_)
        return addPictures();
    askSaveFile(this,
                {.kind = QStringLiteral("labels"),
                 .title = tr("Save labels"),
                 .filters = tr("Lists of pictures (*.csv)"),
                 .name = QStringLiteral("labels.csv")},
                [this](const QString& file) { return saveList(file); });
}

void LabelDialog::addPictures() {
    added_ = 0;
    const bool done = attempt([this] { addLabelled(); }, [this](const Text& sentence) { problem_ = sentence; });
    if (done) {
        problem_ = {};
        unsaved_ = false;
    }
    showTexts();
}

// A picture whose label was changed or taken back since it was added leaves its former class.
void LabelDialog::addLabelled() {
    std::map<std::string, std::filesystem::path> former = copies_;
    for (const LabelRow& each : model_->labelled()) {
        const std::string& file = each.picture.file;
        const AddedPicture added =
            addToClass(snapshot_->data, snapshot_->classes[static_cast<std::size_t>(*each.label)], file);
        if (added.copied)
            copies_[file] = added.file;
        if (const auto before = former.find(file); before != former.end() && before->second == added.file)
            former.erase(before);
        ++added_;
    }
    for (const auto& [file, copy] : former) {
        std::error_code gone; // somebody else took it away
        std::filesystem::remove(copy, gone);
        if (copies_[file] == copy)
            copies_.erase(file);
    }
}

bool LabelDialog::saveList(const QString& file) {
    const std::filesystem::path path = file.toStdString();
    std::string text = "file,label\n";
    for (const LabelRow& each : model_->labelled()) {
        const std::filesystem::path below =
            std::filesystem::path(each.picture.file).lexically_proximate(path.parent_path());
        text +=
            csvField(below.string()) + ',' + csvField(snapshot_->classes[static_cast<std::size_t>(*each.label)]) + '\n';
    }
    return attempt(
        [&] {
            writeFileAtomically(path, text);
            unsaved_ = false;
        },
        [this](const Text& sentence) {
            problem_ = sentence;
            showTexts();
        });
}

} // namespace belfry
