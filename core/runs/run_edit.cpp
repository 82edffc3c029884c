#include "core/runs/run_edit.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/system_text.h"
#include "core/runs/run_list.h"
#include "core/runs/run_notes.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace belfry {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuseMove(const fs::path& run, const fs::path& to) {
    throw ioError(Text::tr("Cannot move '%1' to '%2': %3. Check the folder's permissions.", run.string(), to.string(),
                           systemText()));
}

// mkdir reserves the name: rename() replaces an empty folder.
fs::path reservedPlace(const fs::path& run, const fs::path& to) {
    const std::string name = run.filename().string();
    fs::path place = to / name;
    for (int number = 2; ::mkdir(place.c_str(), 0755) != 0; ++number) {
        if (errno != EEXIST)
            refuseMove(run, to);
        place = to / (name + "-" + std::to_string(number));
    }
    return place;
}

fs::path checkedRun(const fs::path& folder, const Text& otherwise) {
    const fs::path run = absolutePath(folder);
    if (!isRunFolder(run))
        throw usageError(Text::tr("'%1' is not a run folder; %2", run.string(), otherwise));
    return run;
}

fs::path checkedTrashed(const fs::path& folder, const Text& otherwise) {
    const fs::path run = checkedRun(folder, otherwise), bin = run.parent_path();
    if (!isTrash(bin))
        throw usageError(Text::tr("Run '%1' is not in the trash '%2'; %3", run.filename().string(),
                                  trashOf(bin).string(), otherwise));
    return run;
}

template <typename Change>
void changeNotes(const fs::path& folder, Change change) {
    const RunFiles files(checkedRun(folder, Text::tr("nothing was changed.")));
    RunNotes notes = readRunNotes(files.notes);
    change(notes);
    writeRunNotes(files.notes, notes);
}

} // namespace

void renameRun(const fs::path& folder, const std::string& name) {
    if (name.empty())
        throw usageError(Text::tr("A run's name is empty; expected one line of text."));
    changeNotes(folder, [&](RunNotes& notes) { notes.name = name; });
}

void noteRun(const fs::path& folder, const std::string& note) {
    changeNotes(
        folder, [&](RunNotes& notes) { notes.note = note; });
}

void tagRun(const fs::path& folder, const std::vector<std::string>& tags) {
    changeNotes(
        folder, [&](RunNotes& notes) { notes.tags = tags; });
}

fs::path moveRun(const fs::path& run, const fs::path& to) {
    const fs::path place = reservedPlace(run, to);
    if (std::rename(run.c_str(), place.c_str()) != 0) {
        const int reason = errno;
        std::error_code code;
        fs::remove(place, code);
        errno = reason;
        refuseMove(run, to);
    }
    return place;
}

fs::path trashOf(const fs::path& root) { return root / ".bin"; }

bool isTrash(const fs::path& root) { return root == trashOf(root.parent_path()); }

fs::path deleteRun(const fs::path& folder) {
    const fs::path run = checkedRun(folder, Text::tr("nothing was deleted."));
    if (summarise(run).state == "running")
        throw usageError(Text::tr("Run '%1' is in progress. Stop it first.", run.filename().string()));
    const fs::path bin = trashOf(run.parent_path());
    std::error_code code;
    fs::create_directory(bin, code); // a failure is reported by reservedPlace
    return moveRun(run, bin);
}

fs::path restoreRun(const fs::path& trashed) {
    const fs::path run = checkedTrashed(trashed, Text::tr("nothing was restored."));
    return moveRun(run, run.parent_path().parent_path());
}

void eraseRun(const fs::path& trashed) {
    const fs::path run = checkedTrashed(trashed, Text::tr("nothing was deleted."));
    try {
        fs::remove_all(run);
    } catch (const fs::filesystem_error& error) {
        throw ioError(Text::tr("Cannot delete '%1': %2. Check the folder's permissions.", error.path1().string(),
                               systemText(error.code().value())));
    }
}

std::int64_t sizeOfRun(const fs::path& folder) {
    std::int64_t bytes = 0;
    std::error_code code;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, code);
    for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
        std::error_code unreadable;
        if (!entry->is_symlink(unreadable) && entry->is_regular_file(unreadable))
            if (const auto size = entry->file_size(unreadable); !unreadable)
                bytes += static_cast<std::int64_t>(size);
    }
    return bytes;
}

} // namespace belfry
