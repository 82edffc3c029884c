#include "core/runs/run_index.h"

#include "core/base/text_json.h"
#include "core/formats/json_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <chrono>
#include <map>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kIndexVersion = 3; // of the table; other versions are rebuilt
constexpr int kIndexBusyMilliseconds = 2000;

constexpr const char* kIndexSchema = R"(
CREATE TABLE runs(id TEXT PRIMARY KEY, stamp TEXT, name TEXT, note TEXT, tags TEXT, preset TEXT, data TEXT, network TEXT,
    towers INTEGER, state TEXT, reason TEXT, reason_text TEXT, started INTEGER, ended INTEGER, steps INTEGER, epochs REAL, seconds REAL,
    images_per_second REAL, last_validation REAL, last_epoch INTEGER, best_validation REAL, best_epoch INTEGER,
    test REAL, parent TEXT, parent_step INTEGER, best_balanced_accuracy REAL, best_macro_f1 REAL,
    test_balanced_accuracy REAL, test_macro_f1 REAL) WITHOUT ROWID;
)";

struct Entry {
    std::string stamp;
    RunSummary run;
};

// Changes when one of the files behind a summary changes: another file, time or size.
std::string stampOf(const RunFiles& files) {
    std::string stamp;
    for (const fs::path& path :
         {files.plan, files.record, files.notes, files.metrics, fs::path(files.metrics.string() + "-wal")}) {
        struct stat found {};
        if (::stat(path.c_str(), &found) == 0)
            stamp += std::to_string(found.st_ino) + ":" + std::to_string(found.st_mtim.tv_sec) + "." +
                     std::to_string(found.st_mtim.tv_nsec) + ":" + std::to_string(found.st_size);
        stamp += ';';
    }
    return stamp;
}

// createRun() creates the folder before its files, so a new empty one is not damaged.
bool isBeingMade(const RunFiles& files) {
    std::error_code code;
    if (fs::exists(files.record, code))
        return false;
    const auto made = fs::last_write_time(files.folder, code);
    return !code && fs::file_time_type::clock::now() - made < std::chrono::seconds(2);
}

// All columns, in the order of the table.
template <typename SomeEntry, typename Visit>
void visitColumns(SomeEntry& entry, const Visit& visit) {
    auto& run = entry.run;
    const auto all = [&](auto&... fields) { (visit(fields), ...); };
    all(run.id, entry.stamp, run.name, run.note, run.tags, run.preset, run.data, run.network, run.towers, run.state,
        run.reason, run.started, run.ended, run.steps, run.epochs, run.seconds, run.imagesPerSecond, run.lastValidation,
        run.lastEpoch, run.bestValidation, run.bestEpoch, run.test, run.parent, run.parentStep,
        run.bestMeans.balancedAccuracy, run.bestMeans.macroF1, run.testMeans.balancedAccuracy, run.testMeans.macroF1);
}

Entry entryFrom(SQLite::Statement& row, const fs::path& root) {
    Entry entry;
    int at = 0;
    visitColumns(entry, [&]<typename Field>(Field& field) {
        const SQLite::Column column = row.getColumn(at++);
        if constexpr (std::is_same_v<Field, std::optional<double>>)
            field = column.isNull() ? std::nullopt : std::optional(column.getDouble());
        else if constexpr (std::is_same_v<Field, std::vector<std::string>>)
            field = nlohmann::json::parse(column.getString()).get<Field>();
        else if constexpr (std::is_same_v<Field, Text>)
            field = textFrom(nlohmann::json::parse(row.getColumn(at++).getString()), column.getString());
        else if constexpr (std::is_same_v<Field, std::string>)
            field = column.getString();
        else
            field = static_cast<Field>(column);
    });
    entry.run.folder = root / entry.run.id;
    return entry;
}

void bindEntry(SQLite::Statement& row, const Entry& entry) {
    int at = 0;
    const auto put = [&](const auto&... value) { row.bind(++at, value...); };
    visitColumns(entry, [&]<typename Field>(const Field& field) {
        if constexpr (std::is_same_v<Field, std::optional<double>>) {
            field ? put(*field) : put();
        } else if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
            put(jsonText(field));
        } else if constexpr (std::is_same_v<Field, Text>) {
            put(field.english());
            put(jsonText(toJson(field)));
        } else {
            put(field);
        }
    });
}

} // namespace

struct RunIndex::Impl {
    explicit Impl(fs::path folder) : root(std::move(folder)), file(root / ".index.db") {}

    // Opens the database and reads its entries. Throws if it is not an index of this version.
    void open() {
        entries.clear();
        SQLite::Database made(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kIndexBusyMilliseconds);
        made.exec("PRAGMA synchronous=OFF"); // it can be rebuilt, so commits need not wait for the disk
        if (made.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0)
            made.exec(std::string("BEGIN;") + kIndexSchema + "PRAGMA user_version=" + std::to_string(kIndexVersion) +
                      ";COMMIT;");
        if (made.execAndGet("PRAGMA user_version").getInt() != kIndexVersion)
            throw SQLite::Exception("another version");
        SQLite::Statement rows(made, "SELECT * FROM runs");
        while (rows.executeStep()) {
            Entry entry = entryFrom(rows, root);
            entries.insert_or_assign(entry.run.id, std::move(entry));
        }
        database.emplace(std::move(made));
    }

    // Called when the root exists. An index that cannot be opened is rebuilt; if that fails too, there is none.
    void openOnce() {
        std::error_code code;
        if (tried || !fs::is_directory(root, code))
            return;
        tried = true;
        for (int attempt = 0; attempt < 2 && !database; ++attempt) {
            try {
                open();
            } catch (const std::exception&) { // of SQLite, or of invalid tags
                entries.clear();
                fs::remove(file, code);
                fs::remove(fs::path(file.string() + "-journal"), code);
            }
        }
    }

    // Returns true if the entry has changed.
    bool look(const RunFiles& files, Entry& entry) {
        const std::string stamp = stampOf(files); // taken before reading, so that a later change is noticed next time
        if (entry.stamp == stamp && entry.run.state != "running")
            return false;
        ++read;
        Entry found{stamp, summarise(files.folder)};
        const bool differs = found.stamp != entry.stamp || found.run != entry.run;
        entry = std::move(found);
        return differs;
    }

    void store(const std::vector<const Entry*>& changed, const std::vector<std::string>& gone) {
        if (!database || (changed.empty() && gone.empty()))
            return;
        try {
            SQLite::Transaction transaction(*database);
            SQLite::Statement put(*database, "INSERT OR REPLACE INTO runs VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,"
                                             "?,?,?,?,?,?,?,?,?,?)");
            for (const Entry* entry : changed) {
                bindEntry(put, *entry);
                put.exec();
                put.reset();
            }
            SQLite::Statement drop(*database, "DELETE FROM runs WHERE id=?");
            for (const std::string& id : gone) {
                drop.bind(1, id);
                drop.exec();
                drop.reset();
            }
            transaction.commit();
        } catch (const SQLite::Exception&) {
            // Disk full, or another process is writing. The entries in memory are valid; these folders are read again
            // next time.
        }
    }

    fs::path root, file;
    bool tried = false;
    std::optional<SQLite::Database> database; // empty: entries are only in memory
    std::map<std::string, Entry> entries;     // by id
    int read = 0;
};

RunIndex::RunIndex(fs::path root) : impl_(std::make_unique<Impl>(std::move(root))) {}

RunIndex::~RunIndex() = default;

std::vector<RunSummary> RunIndex::runs() {
    impl_->openOnce();
    impl_->read = 0;
    const std::vector<fs::path> folders = runFolders(impl_->root);
    std::map<std::string, Entry> before = std::exchange(impl_->entries, {});
    std::vector<RunSummary> runs;
    std::vector<const Entry*> changed;
    for (const fs::path& folder : folders) {
        const RunFiles files(folder);
        if (isBeingMade(files))
            continue;
        auto known = before.extract(folder.filename().string());
        Entry entry = known.empty() ? Entry{} : std::move(known.mapped());
        const bool differs = impl_->look(files, entry);
        const auto place = impl_->entries.insert_or_assign(folder.filename().string(), std::move(entry)).first;
        runs.push_back(place->second.run);
        if (differs)
            changed.push_back(&place->second);
    }
    std::vector<std::string> gone;
    for (const auto& [id, entry] : before)
        gone.push_back(id);
    impl_->store(changed, gone);
    return runs;
}

int RunIndex::read() const { return impl_->read; }

const fs::path& RunIndex::root() const { return impl_->root; }

fs::path RunIndex::file() const { return impl_->file; }

} // namespace belfry
