#include "core/base/folders.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/system_text.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

// Without the trailing slash that shells add on completion.
fs::path withoutSlash(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

void refuseFilled(const fs::path& path) {
    std::error_code code;
    if (fs::exists(fs::symlink_status(path, code)) && !(fs::is_directory(path, code) && fs::is_empty(path, code)))
        throw Error(
            ErrorCategory::Usage,
            Text::tr("'%1' is there already and is not an empty folder. Choose another one, or remove it first.",
                     path.string()));
}

void sync(const fs::path& folder) {
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    ::fsync(file); // some file systems cannot sync folders
    ::close(file);
}

} // namespace

void writeFolderAtomically(const fs::path& path, const std::function<void(const fs::path&)>& fill) {
    const fs::path target = withoutSlash(path);
    refuseFilled(target);
    const fs::path partial = target.string() + ".tmp" + std::to_string(::getpid());
    std::error_code ignored;
    fs::remove_all(partial, ignored); // left by a killed process with the same id
    try {
        makeWritableFolder(partial);
        fill(partial);
        sync(partial);
        if (std::rename(partial.c_str(), target.c_str()) != 0)
            throw Error(ErrorCategory::Io,
                        Text::tr("Cannot create the folder '%1': %2. Choose a folder that you can write to.",
                                 target.string(), systemText()));
    } catch (...) {
        fs::remove_all(partial, ignored);
        throw;
    }
    sync(target.parent_path());
}

} // namespace belfry
