// The map of the pictures as files. GUI thread only.
#pragma once

#include "core/explain/map_files.h"
#include "ui/bridge/evaluation_job.h"

#include <QImage>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

namespace belfry {

struct MapLooks;
class Theme;

// What is saved of a map: it may move on meanwhile.
struct SavedMap {
    std::shared_ptr<const EvaluationReport> report;
    MappedPictures pictures;
    MapColouring colouring = MapColouring::Class;
    std::shared_ptr<const LayerFeatures> features;
    QString layer;   // as the network's text has it
    QString heading; // tells weights and images
};

// `images`: of the report, one for each point.
MappedPictures mappedPictures(const EvaluationReport& report, const std::vector<std::int64_t>& images,
                              const std::vector<MapPoint>& points);

// By the suffix of `file`: .svg all points with a legend, .csv a table, else PNG: `screen`, as the plot shows it, with
// the legend and the theme's colours. Draws now, and returns what encodes and writes the file, on any thread: that
// throws Error(Io), and leaves nothing half written behind.
std::function<void()> mapWriter(SavedMap map, const Theme& theme, const QImage& screen, const MapLooks& looks,
                                const QString& file);

// What writes the folder for TensorBoard's projector, on any thread. That throws Error(Io), and Error(Usage) for a
// folder that has files.
std::function<void()> projectorWriter(SavedMap map, const QString& folder);

} // namespace belfry
