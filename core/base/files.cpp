#include "core/base/files.h"

#include "core/base/error.h"
#include "core/base/file_descriptor.h"
#include "core/base/number_in.h"
#include "core/base/system_text.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".tmp"; // followed by the id of the writing process
constexpr auto kSilence = std::chrono::minutes(10);

// The process id in the name of a temporary file; 0 for other files.
pid_t writerOf(const std::string& fileName) {
    const std::size_t mark = fileName.rfind(kTemporary);
    if (mark == std::string::npos)
        return 0;
    return std::max<pid_t>(0, numberIn<pid_t>(std::string_view(fileName).substr(mark + kTemporary.size())).value_or(0));
}

void sync(const fs::path& folder) {
    const FileDescriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file.isOpen())
        ::fsync(file.get()); // some file systems cannot sync folders; what was done in it has happened anyway
}

// A rename would take its place: of /dev/null, for one.
void refuseSpecial(const fs::path& path) {
    std::error_code code;
    const fs::file_type type = fs::status(path, code).type();
    if (type == fs::file_type::character || type == fs::file_type::block || type == fs::file_type::fifo ||
        type == fs::file_type::socket)
        throw usageError(Text::tr("'%1' is a device or a pipe. Give the name of a file.", path.string()));
}

void refuseFilled(const fs::path& path) {
    std::error_code code;
    if (fs::exists(fs::symlink_status(path, code)) && !(fs::is_directory(path, code) && fs::is_empty(path, code)))
        throw usageError(Text::tr(
            "'%1' already exists and is not an empty folder. Choose another one, or remove it first.", path.string()));
}

} // namespace

void throwNotCreated(const fs::path& file) {
    const Text reason = systemText();
    throw ioError(Text::tr("Cannot create '%1': %2. Choose a folder that you can write to.", file.string(), reason));
}

void throwNotWritten(const fs::path& file) {
    const Text reason = systemText();
    throw ioError(Text::tr("Cannot write '%1': %2. Free some space or choose another folder.", file.string(), reason));
}

void writeFileAtomically(const fs::path& path, std::string_view content) {
    writeFileAtomically(path, std::span(&content, 1));
}

void writeFileAtomically(const fs::path& path, std::span<const std::string_view> parts) {
    refuseSpecial(path);
    const fs::path temporary = path.string() + std::string(kTemporary) + std::to_string(::getpid());
    try {
        const FileDescriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
        if (!file.isOpen())
            throwNotCreated(path); // the name that was asked for: nobody knows the other one
        for (const std::string_view part : parts)
            if (!writeAll(file, part))
                throwNotWritten(path);
        if (::fsync(file.get()) != 0)
            throwNotWritten(path);
        if (::rename(temporary.c_str(), path.c_str()) != 0) {
            const Text reason = systemText();
            throw ioError(
                Text::tr("Cannot replace '%1': %2. Choose a folder that you can write to.", path.string(), reason));
        }
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
    sync(path.parent_path().empty() ? "." : path.parent_path());
}

void writeUnsynced(const fs::path& path, std::string_view content) {
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file.isOpen())
        throwNotCreated(path);
    if (!writeAll(file, content))
        throwNotWritten(path);
}

void syncFiles(const fs::path& folder) {
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.isOpen() || ::syncfs(opened.get()) != 0)
        throwNotWritten(folder);
}

void sweepTemporaries(const fs::path& folder) {
    const auto now = fs::file_time_type::clock::now();
    std::error_code ignored;
    for (const fs::path& path : entriesOf(folder, ignored)) {
        const pid_t writer = writerOf(path.filename().string());
        if (writer == 0 || ::kill(writer, 0) == 0 || errno != ESRCH)
            continue;
        const auto written = fs::last_write_time(path, ignored);
        if (!ignored && now - written > kSilence && fs::symlink_status(path, ignored).type() == fs::file_type::regular)
            fs::remove(path, ignored);
    }
}

std::vector<fs::path> entriesOf(const fs::path& folder, std::error_code& code) {
    std::vector<fs::path> paths;
    for (fs::directory_iterator entry(folder, code); !code && entry != fs::directory_iterator(); entry.increment(code))
        paths.push_back(entry->path());
    std::ranges::sort(paths);
    return paths;
}

fs::path absolutePath(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

std::string readFile(const fs::path& path, std::uint64_t limit) {
    std::error_code code;
    if (!fs::exists(path, code))
        throw dataError(Text::tr("No file '%1'. Check the path.", path.string()));
    if (!fs::is_regular_file(path, code)) // a pipe would be waited for
        throw dataError(Text::tr("'%1' is a folder or a device, and not a file. Check the path.", path.string()));
    // Its size is asked of the file that was opened: another may take its place at any moment.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat found {};
    if (!file.isOpen() || ::fstat(file.get(), &found) != 0)
        throw dataError(Text::tr("Cannot read '%1'. Check its permissions.", path.string()));
    const auto size = static_cast<std::uint64_t>(found.st_size);
    if (size > limit)
        throw dataError(Text::tr("'%1' has %2 bytes; at most %3 are expected here. It is probably another file.",
                                 path.string(), size, limit));
    std::string content(static_cast<std::size_t>(size), '\0');
    for (std::size_t done = 0; done < content.size();) {
        const ssize_t more = ::read(file.get(), content.data() + done, content.size() - done);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            throw dataError(Text::tr("Cannot read '%1'. Check its permissions.", path.string()));
        done += static_cast<std::size_t>(more);
    }
    return content;
}

void makeWritableFolder(const fs::path& path) {
    std::error_code code;
    fs::create_directories(path, code);
    if (code || !fs::is_directory(path))
        throw ioError(Text::tr("Cannot create the folder '%1': %2. Choose a folder that you can write to.",
                               path.string(),
                               code ? systemText(code.value()) : Text::tr("a file of that name already exists")));
    const fs::path probe = path / (".probe" + std::to_string(::getpid()));
    const FileDescriptor file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (!file.isOpen()) {
        const Text reason = systemText();
        throw ioError(Text::tr("Cannot write to the folder '%1': %2. Choose a folder that you can write to.",
                               path.string(), reason));
    }
    ::unlink(probe.c_str());
}

fs::path resourceFolder() {
    std::error_code code;
    if (const char* named = std::getenv("BELFRY_RESOURCES"); named && *named) {
        if (fs::is_directory(fs::path(named) / "presets", code))
            return named;
        throw ioError(
            Text::tr("BELFRY_RESOURCES is '%1', which has no folder 'presets'. Unset it or name Belfry's share folder.",
                     std::string(named)));
    }
    const fs::path program = fs::read_symlink("/proc/self/exe", code);
    const fs::path installed = program.parent_path().parent_path() / "share" / "belfry";
    if (fs::is_directory(installed / "presets", code))
        return installed;
    const fs::path source = BELFRY_SOURCE_RESOURCES;
    if (fs::is_directory(source / "presets", code))
        return source;
    throw ioError(Text::tr("Belfry's resources are neither in '%1' nor in '%2'. Install again, or set BELFRY_RESOURCES "
                           "to the folder that holds 'presets'.",
                           installed.string(), source.string()));
}

fs::path readyNetworkFile() { return resourceFolder() / "ready" / "lenet.safetensors"; }

fs::path userDataFolder() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data == '/')
        return fs::path(data) / "belfry";
    if (const char* home = std::getenv("HOME"); home && *home)
        return fs::path(home) / ".local" / "share" / "belfry";
    if (const passwd* entry = ::getpwuid(::getuid()))
        return fs::path(entry->pw_dir) / ".local" / "share" / "belfry";
    throw ioError(Text::tr("No home folder is known. Set HOME or XDG_DATA_HOME."));
}

void writeFolderAtomically(const fs::path& path, const std::function<void(const fs::path&)>& fill) {
    const fs::path target = absolutePath(path);
    refuseFilled(target);
    const fs::path partial = target.string() + ".tmp" + std::to_string(::getpid());
    std::error_code ignored;
    fs::remove_all(partial, ignored); // left by a killed process with the same id
    orRemove(partial, [&] {
        makeWritableFolder(partial);
        fill(partial);
        sync(partial);
        if (std::rename(partial.c_str(), target.c_str()) != 0)
            throw ioError(Text::tr("Cannot create the folder '%1': %2. Choose a folder that you can write to.",
                                   target.string(), systemText()));
    });
    sync(target.parent_path());
}

} // namespace belfry
