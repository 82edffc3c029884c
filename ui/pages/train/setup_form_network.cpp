// The chosen network: its picture, and the editor for one of the user's own.
#include "core/base/error.h"
#include "core/data/catalogue.h"
#include "core/data/picture_size.h"
#include "core/train/backbone_check.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/backbone_picker.h"
#include "ui/pages/train/setup_form.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/network_summary.h"
#include "ui/widgets/plan_text.h"

#include <QScopedValueRollback>
#include <algorithm>

namespace belfry {
namespace {

// The editor starts with the plan's network, under a new name if it is one of Belfry's.
Architecture startOf(const Plan& plan) {
    Architecture start = architectureOf(plan);
    if (plan.layers.empty())
        start.name = "my-" + start.name;
    return start;
}

// Of pictures as the run gets them.
ImageShape shapeOf(const Plan& plan, const CatalogueEntry& entry) {
    ImageShape shape = entry.shape;
    attempt(
        [&] {
            if (const auto size = parsePictureSize(plan.pictureSize))
                shape = size->shape(shape.channels);
        },
        [](const Text&) {}); // the start says so
    return shape;
}

} // namespace

const CatalogueEntry* SetupForm::entryOf(const std::string& name) const {
    const auto found = std::ranges::find(catalogue(), name, &CatalogueEntry::name);
    if (found == catalogue().end())
        return name == ownData_.name ? &ownData_ : nullptr;
    return &*found;
}

// The catalogue knows its sets without opening them.
void SetupForm::takeData(const QString& known, const ImageShape& shape, const std::vector<std::string>& classes) {
    const std::string name = known.toStdString();
    if (name.find('/') != std::string::npos) {
        ownData_ = {.name = name,
                    .title = std::filesystem::path(name).filename().string(),
                    .summary = {},
                    .shape = shape,
                    .classes = static_cast<int>(classes.size())};
        showNetwork();
    }
    if (const CatalogueEntry* entry = entryOf(name); entry != nullptr)
        Q_EMIT dataKnown(QString::fromStdString(entry->title), shape, classes);
}

void SetupForm::showNetwork() {
    const Plan now = plan();
    const CatalogueEntry* entry = entryOf(now.data);
    if (entry == nullptr)
        return;
    try {
        picture_->setBlueprint(makeBlueprint(architectureOf(now), shapeOf(now, *entry), entry->classes,
                                             inputStageFromNames(now.augmentation, now.normalisation)),
                               networkTitle(now.model));
    } catch (const Error& error) {
        picture_->setProblem(translated(messageOf(error)));
        shape_.fold->setUnfolded(true); // it says so
    }
}

void SetupForm::editNetwork() {
    const Plan now = plan();
    const CatalogueEntry* entry = entryOf(now.data);
    if (entry == nullptr)
        return;
    try {
        auto* editor = new NetworkEditor(theme_, startOf(now),
                                         {QString::fromStdString(entry->title), shapeOf(now, *entry), entry->classes,
                                          inputStageFromNames(now.augmentation, now.normalisation)},
                                         window());
        editor->setAttribute(Qt::WA_DeleteOnClose);
        connect(editor, &QDialog::accepted, this, [this, editor] {
            const Architecture own = editor->architecture();
            {
                const QScopedValueRollback filling(filling_, true);
                takeOwnNetwork(own.name, layerLines(own));
                network_->setName(own.name);
            }
            fieldEdited();
        });
        editor->open();
    } catch (const Error& error) {
        picture_->setProblem(translated(messageOf(error)));
    }
}

// With its network and normalisation, and pictures of a size in which it sees something.
void SetupForm::takeBackbone(const std::string& name) {
    Plan now = plan();
    attempt(
        [&] {
            if (name.empty())
                leaveBackbone(now);
            else
                chooseBackbone(now, loadBackbone(name));
            setPlan(now);
        },
        [this](const Text& sentence) {
            backbone_->setName(base_.backbone);
            picture_->setProblem(translated(sentence));
        });
}

void SetupForm::takeOwnNetwork(const std::string& name, const std::vector<std::string>& layers) {
    ownName_ = name;
    ownLayers_ = layers;
    network_->setOwn(name);
}

} // namespace belfry
