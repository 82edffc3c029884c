#include "core/data/archive.h"

#include "core/base/error.h"
#include "core/base/files.h"

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

// Calls take(member's path, reader) for every regular file, until it returns true.
template <typename Take>
void forMembers(const fs::path& path, const Take& take) {
    const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), &archive_read_free);
    archive_read_support_filter_gzip(reader.get());
    archive_read_support_format_tar(reader.get());
    archive_read_support_format_zip(reader.get());
    if (archive_read_open_filename(reader.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK)
        refuseArchive(path, reader.get());
    archive_entry* entry = nullptr;
    int code = ARCHIVE_OK;
    while ((code = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK) {
        const char* name = archive_entry_pathname(entry);
        if (archive_entry_filetype(entry) == AE_IFREG && name && take(std::string(name), reader.get()))
            return;
    }
    if (code != ARCHIVE_EOF)
        refuseArchive(path, reader.get());
}

} // namespace

void unpackArchive(const fs::path& path, const fs::path& folder) {
    forMembers(
        path,
        [&](const std::string& member, archive* reader) {
            const fs::path name = fs::path(member).filename();
            if (!name.empty())
                writeFileAtomically(folder / name, contentsOf(reader, path));
            return false;
        });
}

fs::path unpackMember(const fs::path& path, const std::string& member, const fs::path& folder) {
    fs::path file;
    forMembers(path, [&](const std::string& name, archive* reader) {
        if (name != member)
            return false;
        file = folder / fs::path(member).filename();
        writeFileAtomically(file, contentsOf(reader, path));
        return true;
    });
    if (file.empty())
        throw dataError(Text::tr("'%1' has no '%2' in it. Download it again.", path.string(), member));
    return file;
}

} // namespace belfry
