#include "core/data/data_download.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/archive.h"
#include "core/data/source.h"

namespace belfry {

namespace fs = std::filesystem;

DownloadPlan downloadPlan(const std::string& name, const std::optional<fs::path>& parent, const std::string& mirror) {
    const DataSetSource& source = sourceNamed(name);
    if (source.downloads.empty())
        throw usageError(
            Text::tr("%1 comes with Belfry; there is nothing to download. Use it as it is.", source.entry.title));
    DownloadPlan plan;
    plan.files = source.downloads;
    plan.unpackedFolder = source.unpackedFolder;
    plan.folder = parent.value_or(userDataFolder()) / (source.unpackedFolder.empty() ? name : source.unpackedFolder);
    for (DownloadFile& file : plan.files) {
        plan.bytes += file.bytes;
        if (!mirror.empty())
            file.urls.insert(file.urls.begin(), mirror + (mirror.ends_with('/') ? "" : "/") + file.name);
    }
    return plan;
}

bool downloadData(const DownloadPlan& plan, const DownloadOptions& options) {
    for (const DownloadFile& file : plan.files) {
        if (!downloadFile(file, plan.folder, options))
            return false;
        if (!plan.unpackedFolder.empty()) {
            unpackArchive(plan.folder / file.name, plan.folder);
            std::error_code ignored;
            fs::remove(plan.folder / file.name, ignored); // its members have been extracted
        }
    }
    return true;
}

void discardData(const DownloadPlan& plan) {
    for (const DownloadFile& file : plan.files)
        discardDownload(file, plan.folder);
}

} // namespace belfry
