#include "app/cli/snapshot_data.h"

#include "app/cli/number_options.h"
#include "core/data/catalogue.h"
#include "core/data/picture_size.h"

namespace belfry::cli {

void SnapshotDataOptions::addTo(CLI::App& app) {
    app.add_option("--data-dir", dataDir, "Folder to look for data sets first");
    addNumber(app, "--split-seed", splitSeed, "Folder: the seed that its splits were dealt by");
}

std::shared_ptr<const DataSet> dataOf(const Snapshot& snapshot, const SnapshotDataOptions& options) {
    DataOptions where;
    if (options.dataDir)
        where.dataDir = *options.dataDir;
    if (isPictureFolder(snapshot.data)) // brought to the size that the network reads
        where.pictureSize = pictureSizeText(snapshot.blueprint->image);
    where.splitSeed = options.splitSeed.value_or(1);
    return openDataSet(snapshot.data, where);
}

} // namespace belfry::cli
