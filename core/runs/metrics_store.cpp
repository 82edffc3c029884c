#include "core/runs/metrics_store.h"

#include "core/base/text_json.h"
#include "core/runs/distribution_table.h"
#include "core/runs/metrics_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMaxTowers = 1024; // limits numbers in damaged files

// No column is NOT NULL: SQLite stores NaN as NULL. One transaction, so a killed process leaves all tables or none.
constexpr const char* kSchema = R"(
BEGIN;
CREATE TABLE IF NOT EXISTS steps(step INTEGER PRIMARY KEY, epoch REAL, images INTEGER, seconds REAL, loss REAL,
    accuracy REAL, learning_rate REAL, milliseconds REAL);
CREATE TABLE IF NOT EXISTS towers(step INTEGER, tower INTEGER, images INTEGER, wait REAL, copy REAL, forward REAL,
    backward REAL, exchange REAL, "update" REAL, straggler REAL, PRIMARY KEY(step, tower)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS epochs(epoch INTEGER PRIMARY KEY, step INTEGER, images INTEGER, seconds REAL,
    train_loss REAL, train_accuracy REAL, validation_loss REAL, validation_correct INTEGER, validation_images INTEGER,
    best INTEGER);
CREATE TABLE IF NOT EXISTS marks(step INTEGER, text TEXT);
CREATE TABLE IF NOT EXISTS mark_texts(step INTEGER, text TEXT, parts TEXT);
CREATE TABLE IF NOT EXISTS staleness(step INTEGER PRIMARY KEY, updates INTEGER);
CREATE TABLE IF NOT EXISTS class_means(epoch INTEGER PRIMARY KEY, balanced_accuracy REAL, macro_f1 REAL);
CREATE TABLE IF NOT EXISTS distributions(step INTEGER, name TEXT, count INTEGER, not_finite INTEGER, zeros INTEGER,
    min REAL, max REAL, sum REAL, squares REAL, ends BLOB, buckets BLOB, PRIMARY KEY(step, name));
PRAGMA user_version=1;
COMMIT;
)";

} // namespace

struct MetricsWriter::Impl {
    explicit Impl(const fs::path& file)
        : path(file), database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kBusyMilliseconds) {
        // NORMAL: a commit is one write to the log and does not wait for the disk. A killed process loses no commit.
        database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
        database.exec(kSchema);
        steps.emplace(database, "INSERT OR REPLACE INTO steps VALUES(?,?,?,?,?,?,?,?)");
        towers.emplace(database, "INSERT OR REPLACE INTO towers VALUES(?,?,?,?,?,?,?,?,?,?)");
        epochs.emplace(database, "INSERT OR REPLACE INTO epochs VALUES(?,?,?,?,?,?,?,?,?,?)");
        marks.emplace(database, "INSERT INTO marks VALUES(?,?)");
        markTexts.emplace(database, "INSERT INTO mark_texts VALUES(?,?,?)");
        staleness.emplace(database, "INSERT OR REPLACE INTO staleness VALUES(?,?)");
        classMeans.emplace(database, "INSERT OR REPLACE INTO class_means VALUES(?,?,?)");
        distributions.emplace(database);
    }
    // Runs `work` within the transaction that is open.
    template <typename Work>
    void write(Work work) {
        writing(
            path,
            [&] {
                if (!transaction)
                    transaction.emplace(database);
                work();
            });
    }
    void commit() {
        if (transaction)
            transaction->commit();
        transaction.reset();
    }

    fs::path path;
    SQLite::Database database;
    std::optional<SQLite::Statement> steps, towers, epochs, marks, markTexts, staleness, classMeans;
    std::optional<DistributionTable> distributions;
    std::optional<SQLite::Transaction> transaction; // rolled back unless committed
};

MetricsWriter::MetricsWriter(const fs::path& path) {
    writing(
        path, [&] { impl_ = std::make_unique<Impl>(path); });
}

MetricsWriter::~MetricsWriter() = default;

void MetricsWriter::add(const StepDone& step) {
    impl_->write([&] {
        insert(*impl_->steps, step.step, step.epoch, step.images, step.seconds, step.loss, step.accuracy,
               step.learningRate, step.milliseconds);
        if (step.staleness >= 0)
            insert(*impl_->staleness, step.step, step.staleness);
        for (std::size_t t = 0; t < step.towers.size(); ++t) {
            const StageTimes& tower = step.towers[t];
            if (step.isOf(t))
                insert(*impl_->towers, step.step, static_cast<std::int64_t>(t), tower.images, tower.wait, tower.copy,
                       tower.forward, tower.backward, tower.exchange, tower.update, tower.straggler);
        }
    });
}

void MetricsWriter::add(const EpochDone& epoch) {
    impl_->write([&] {
        insert(*impl_->epochs, epoch.epoch, epoch.step, epoch.images, epoch.seconds, epoch.trainLoss,
               epoch.trainAccuracy, epoch.validation.loss, epoch.validation.correct, epoch.validation.images,
               epoch.best ? 1 : 0);
        const ClassMeans& means = epoch.validation.means;
        if (means.balancedAccuracy && means.macroF1)
            insert(*impl_->classMeans, epoch.epoch, *means.balancedAccuracy, *means.macroF1);
    });
}

void MetricsWriter::add(const Mark& mark) {
    impl_->write([&] {
        const std::string english = mark.text.english();
        insert(*impl_->marks, mark.step, english);
        if (const nlohmann::json parts = toJson(mark.text); !parts.is_null())
            insert(*impl_->markTexts, mark.step, english, parts.dump());
    });
}

void MetricsWriter::add(const Distributions& distributions) {
    impl_->write([&] { impl_->distributions->add(distributions); });
}

void MetricsWriter::rewind(std::int64_t steps, std::int64_t epochs) {
    impl_->write([&] {
        for (const char* query : {"DELETE FROM steps WHERE step > ?", "DELETE FROM towers WHERE step > ?",
                                  "DELETE FROM staleness WHERE step > ?", "DELETE FROM distributions WHERE step > ?",
                                  "DELETE FROM marks WHERE step >= ?",
                                  "DELETE FROM mark_texts WHERE step >= ?"}) { // marks are made before the next step
            SQLite::Statement statement(impl_->database, query);
            insert(statement, steps);
        }
        for (const char* query : {"DELETE FROM epochs WHERE epoch > ?", "DELETE FROM class_means WHERE epoch > ?"}) {
            SQLite::Statement statement(impl_->database, query);
            insert(statement, epochs);
        }
        impl_->distributions->readSteps();
        impl_->commit();
    });
}

void MetricsWriter::commit() {
    writing(
        impl_->path, [&] { impl_->commit(); });
}

void MetricsWriter::finish() {
    writing(impl_->path, [&] {
        impl_->commit();
        impl_->steps.reset();
        impl_->towers.reset();
        impl_->epochs.reset();
        impl_->marks.reset();
        impl_->markTexts.reset();
        impl_->staleness.reset();
        impl_->classMeans.reset();
        impl_->distributions.reset();
    });
    try {
        impl_->database.exec("PRAGMA journal_mode=DELETE");
    } catch (const SQLite::Exception&) {
        // Another process is reading: the file stays in WAL mode, which is also complete.
    }
}

namespace {

StepDone stepFrom(SQLite::Statement& row) {
    StepDone step;
    step.step = integer(row.getColumn(0));
    step.epoch = real(row.getColumn(1));
    step.images = integer(row.getColumn(2));
    step.seconds = real(row.getColumn(3));
    step.loss = single(row.getColumn(4));
    step.accuracy = single(row.getColumn(5));
    step.learningRate = single(row.getColumn(6));
    step.milliseconds = single(row.getColumn(7));
    return step;
}

StageTimes towerFrom(SQLite::Statement& row) {
    StageTimes times;
    times.images = integer(row.getColumn(2));
    for (std::size_t stage = 0; stage < kEveryStage.size(); ++stage)
        times.*kEveryStage[stage].milliseconds = single(row.getColumn(3 + static_cast<int>(stage)));
    return times;
}

// Adds staleness to sorted steps. Only asynchronous runs have it.
void addStaleness(const fs::path& path, std::vector<StepDone>& steps, std::int64_t after) {
    auto step = steps.begin();
    const auto take = [&](SQLite::Statement& row) {
        const std::int64_t number = integer(row.getColumn(0));
        while (step != steps.end() && step->step < number)
            ++step;
        if (step != steps.end() && step->step == number)
            step->staleness = integer(row.getColumn(1));
    };
    forEachRow(path, "SELECT step, updates FROM staleness WHERE step > ? ORDER BY step", take, after, "staleness");
}

// Adds the means over classes to sorted epochs. Earlier versions did not record them.
void addClassMeans(const fs::path& path, std::vector<EpochDone>& epochs) {
    const auto known = [](double mean) { return std::isnan(mean) ? std::nullopt : std::optional(mean); };
    const auto take = [&](SQLite::Statement& row) {
        const auto epoch = std::ranges::lower_bound(epochs, integer(row.getColumn(0)), {}, &EpochDone::epoch);
        if (epoch != epochs.end() && epoch->epoch == integer(row.getColumn(0)))
            epoch->validation.means = {known(real(row.getColumn(1))), known(real(row.getColumn(2)))};
    };
    forEachRow(path, "SELECT epoch, balanced_accuracy, macro_f1 FROM class_means", take, -1, "class_means");
}

} // namespace

std::vector<StepDone> readSteps(const fs::path& path) {
    std::vector<StepDone> steps;
    forEachRow(path, "SELECT * FROM steps ORDER BY step",
               [&](SQLite::Statement& row) { steps.push_back(stepFrom(row)); });
    auto step = steps.begin(); // both are sorted by step
    std::size_t towers = 0;
    forEachRow(path, "SELECT * FROM towers ORDER BY step, tower", [&](SQLite::Statement& row) {
        const std::int64_t number = integer(row.getColumn(0));
        while (step != steps.end() && step->step < number)
            ++step;
        const auto tower = static_cast<std::size_t>(std::clamp<std::int64_t>(integer(row.getColumn(1)), 0, kMaxTowers));
        towers = std::max(towers, tower + 1);
        if (step == steps.end() || step->step != number)
            return;
        step->towers.resize(std::max(step->towers.size(), tower + 1));
        step->towers[tower] = towerFrom(row);
    });
    addStaleness(path, steps, 0);
    for (StepDone& one : steps)
        if (one.staleness >= 0) // an asynchronous step has a single tower
            one.towers.resize(towers);
    return steps;
}

std::vector<StepDone> readStepsAfter(const fs::path& path, std::int64_t step) {
    std::vector<StepDone> steps;
    forEachRow(
        path, "SELECT * FROM steps WHERE step > ? ORDER BY step",
        [&](SQLite::Statement& row) { steps.push_back(stepFrom(row)); }, step);
    addStaleness(path, steps, step);
    return steps;
}

std::optional<StepDone> readLastStep(const fs::path& path) {
    std::optional<StepDone> last;
    forEachRow(path, "SELECT * FROM steps ORDER BY step DESC LIMIT 1",
               [&](SQLite::Statement& row) { last = stepFrom(row); });
    return last;
}

std::vector<EpochDone> readEpochs(const fs::path& path) {
    std::vector<EpochDone> epochs;
    forEachRow(path, "SELECT * FROM epochs ORDER BY epoch", [&](SQLite::Statement& row) {
        EpochDone epoch;
        epoch.epoch = integer(row.getColumn(0));
        epoch.step = integer(row.getColumn(1));
        epoch.images = integer(row.getColumn(2));
        epoch.seconds = real(row.getColumn(3));
        epoch.trainLoss = single(row.getColumn(4));
        epoch.trainAccuracy = single(row.getColumn(5));
        epoch.validation.loss = real(row.getColumn(6));
        epoch.validation.correct = integer(row.getColumn(7));
        epoch.validation.images = integer(row.getColumn(8));
        epoch.best = integer(row.getColumn(9)) != 0;
        epochs.push_back(std::move(epoch));
    });
    addClassMeans(path, epochs);
    return epochs;
}

namespace {

// Earlier versions wrote "->" into their templates, which have no translation any more.
Text withArrow(const Text& text) {
    constexpr std::string_view kWritten = " -> ";
    std::string words = text.textTemplate();
    const auto at = words.find(kWritten);
    return at == std::string::npos ? text
                                   : Text::fromParts(words.replace(at, kWritten.size(), " → "), text.singular(),
                                                     text.count(), text.arguments());
}

} // namespace

std::vector<Mark> readMarks(const fs::path& path) {
    std::vector<Mark> marks;
    forEachRow(path, "SELECT step, text FROM marks ORDER BY rowid", [&](SQLite::Statement& row) {
        marks.push_back({integer(row.getColumn(0)), Text::verbatim(row.getColumn(1).getString())});
    });
    const auto takeParts = [&](SQLite::Statement& row) {
        const std::int64_t step = integer(row.getColumn(0));
        const std::string english = row.getColumn(1).getString();
        const auto parts = nlohmann::json::parse(row.getColumn(2).getString(), nullptr, /*allow_exceptions=*/false);
        for (Mark& mark : marks)
            if (mark.step == step && mark.text == english)
                mark.text = withArrow(textFrom(parts, english));
    };
    forEachRow(path, "SELECT step, text, parts FROM mark_texts", takeParts, -1, "mark_texts");
    return marks;
}

} // namespace belfry
