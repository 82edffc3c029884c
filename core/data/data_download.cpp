#include "core/data/data_download.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/source.h"

#include <archive.h>
#include <archive_entry.h>

#include <memory>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockBytes = 1 << 16;
constexpr std::uint64_t kMaxMemberBytes = std::uint64_t{1} << 30; // no member of a known archive is larger

[[noreturn]] void refuseArchive(const fs::path& path, archive* reader) {
    const char* reason = archive_error_string(reader);
    throw dataError(Text::tr("'%1' cannot be unpacked (%2). Download it again, and check that the disk has space.",
                             path.string(), reason ? Text::verbatim(reason) : Text::tr("it ends too early")));
}

std::string contentsOf(archive* reader, const fs::path& path) {
    std::string contents;
    while (true) {
        const std::size_t before = contents.size();
        if (before > kMaxMemberBytes)
            refuseArchive(path, reader);
        contents.resize(before + kBlockBytes);
        const la_ssize_t count = archive_read_data(reader, contents.data() + before, kBlockBytes);
        if (count < 0)
            refuseArchive(path, reader);
        contents.resize(before + static_cast<std::size_t>(count));
        if (count == 0)
            return contents;
    }
}

// Extracts regular files only, without their paths: nothing is written outside the folder.
void unpack(const fs::path& path, const fs::path& folder) {
    const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), &archive_read_free);
    archive_read_support_filter_gzip(reader.get());
    archive_read_support_format_tar(reader.get());
    if (archive_read_open_filename(reader.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK)
        refuseArchive(path, reader.get());
    archive_entry* entry = nullptr;
    int code = ARCHIVE_OK;
    while ((code = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK) {
        const fs::path name = fs::path(archive_entry_pathname(entry)).filename();
        if (archive_entry_filetype(entry) == AE_IFREG && !name.empty())
            writeFileAtomically(folder / name, contentsOf(reader.get(), path));
    }
    if (code != ARCHIVE_EOF)
        refuseArchive(path, reader.get());
}

} // namespace

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
            unpack(plan.folder / file.name, plan.folder);
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
