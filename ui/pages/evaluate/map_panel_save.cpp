// The map's menu of files.
#include "ui/charts/scatter_plot.h"
#include "ui/pages/evaluate/map_export.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/save_file.h"

#include <QMenu>
#include <QPushButton>

namespace belfry {

void MapPanel::openSaveMenu() {
    saveMenu_->clear();
    const auto add = [this](const QString& title, const char* name, const std::function<void()>& ask) {
        saveMenu_->addAction(title, this, ask)->setObjectName(QLatin1String(name));
    };
    add(
        tr("Picture as it is shown (PNG)…"), "saveMapPng", [this] { askSave(QStringLiteral("png")); });
    add(
        tr("Drawing of all points (SVG)…"), "saveMapSvg", [this] { askSave(QStringLiteral("svg")); });
    add(
        tr("Table of the points (CSV)…"), "saveMapCsv", [this] { askSave(QStringLiteral("csv")); });
    add(tr("Folder for TensorBoard's projector…"), "saveMapProjector", [this] { askProjector(); });
    saveMenu_->popup(save_->mapToGlobal(QPoint(0, save_->height())));
}

void MapPanel::askSave(const QString& kind) {
    const QString filter = kind == QLatin1String("csv")   ? tr("Table (*.csv)")
                           : kind == QLatin1String("svg") ? tr("Drawing (*.svg)")
                                                          : tr("Picture (*.png)");
    askSaveFile(this,
                {.kind = QStringLiteral("map"),
                 .title = tr("Save map"),
                 .filters = filter,
                 .name = QStringLiteral("map.") + kind},
                [this](const QString& file) {
                    if (const std::optional<SavedMap> map = savedMap())
                        write(mapWriter(*map, theme_, plot_->picture(2), looks(), file), file);
                    return false; // it is not written yet
                });
}

void MapPanel::askProjector() {
    askNewFolder(
        this,
        {.kind = QStringLiteral("map"),
         .title = tr("Write the map into a new folder"),
         .name = QStringLiteral("projector")},
        [this](const QString& folder) {
            if (const std::optional<SavedMap> map = savedMap())
                write(projectorWriter(*map, folder), folder);
        });
}

// Not while another layer is being laid out, whose points take the place of those that are still shown.
bool MapPanel::isWhole() const {
    return report_ && job_.features() && !images_.empty() && layout_.points.size() == images_.size();
}

// None: another evaluation has begun since the dialog opened.
std::optional<SavedMap> MapPanel::savedMap() const {
    if (!isWhole())
        return std::nullopt;
    return SavedMap{.report = report_,
                    .pictures = mappedPictures(*report_, images_, layout_.points),
                    .colouring = colouring(),
                    .features = job_.features(),
                    .layer = layer_->currentText(),
                    .heading = heading_};
}

void MapPanel::write(const std::function<void()>& work, const QString& target) {
    saving_ = true;
    showTexts();
    const auto end = [this] {
        saving_ = false;
        showTexts();
    };
    background_.run<bool>(
        [work] {
            work();
            return true;
        },
        [this, end, target](bool) {
            end();
            showSaved(this, target);
        },
        [this, end](const Text& sentence) {
            end();
            Q_EMIT failed(sentence);
        });
}

} // namespace belfry
