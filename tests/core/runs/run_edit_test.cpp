// What people say of a run, and what they do with its folder.
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_notes.h"
#include "core/runs/run_record.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

struct RunEditTest : RunsTest {
    fs::path ended(const std::string& name) const {
        const fs::path folder = createRun(namedPlan(name), root, 1'700'000'000);
        RunRecord record = newRunRecord();
        apply(record, finishedRun(RunState::Finished));
        writeRunRecord(RunFiles(folder).record, record);
        return folder;
    }
};

TEST_F(RunEditTest, NamesNotesAndTagsAreStoredInTheFolder) {
    const fs::path folder = ended("plain");
    EXPECT_FALSE(fs::exists(RunFiles(folder).notes)); // nothing was said
    renameRun(folder, "best of March");
    noteRun(folder, "rate too high\nsee the second one");
    tagRun(folder, {"seed", "paper"});
    fs::rename(folder, root / "20240101-000000-elsewhere");
    const RunSummary run = summarise(root / "20240101-000000-elsewhere");
    EXPECT_EQ(run.name, "best of March");
    EXPECT_EQ(run.note, "rate too high\nsee the second one");
    EXPECT_THAT(run.tags, ElementsAre("seed", "paper"));
    noteRun(run.folder, "");
    tagRun(run.folder, {});
    EXPECT_EQ(summarise(run.folder).name, "best of March");
    EXPECT_TRUE(summarise(run.folder).note.empty());
    EXPECT_TRUE(summarise(run.folder).tags.empty());
}

TEST_F(RunEditTest, TagsAreParsedFromOneLine) {
    EXPECT_THAT(tagsFrom(" seed, paper ,, seed,two words"), ElementsAre("seed", "paper", "two words"));
    EXPECT_TRUE(tagsFrom("").empty());
    EXPECT_TRUE(tagsFrom(" , ").empty());
}

TEST_F(RunEditTest, InvalidEditsChangeNothing) {
    const fs::path folder = ended("plain");
    noteRun(folder, "kept");
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { renameRun(folder, ""); }), HasSubstr("empty"));
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { noteRun(folder, std::string(100'001, 'x')); }),
                HasSubstr("100001 bytes"));
    for (const std::string& bad : {std::string(), std::string("a,b"), std::string("a\nb"), std::string(61, 'x')})
        messageOf(ErrorCategory::Usage, [&] { tagRun(folder, {bad}); });
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { tagRun(folder, std::vector<std::string>(51, "x")); }),
                HasSubstr("51 tags"));
    EXPECT_EQ(summarise(folder).note, "kept");
    fs::create_directories(root / "photos");
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { noteRun(root / "photos", "x"); }),
                HasSubstr("is not a run folder"));
    EXPECT_TRUE(fs::is_empty(root / "photos"));
}

// Damaged notes hide neither the run nor what was in them: they are not written over.
TEST_F(RunEditTest, DamagedNotesAreReported) {
    const fs::path folder = ended("plain");
    for (const char* content : {"", "{", "[]", "{\"name\": 1, \"note\": \"\", \"tags\": []}",
                                "{\"name\": \"two\\nlines\", \"note\": \"\", \"tags\": []}"}) {
        overwrite(RunFiles(folder).notes, content);
        const RunSummary run = summarise(folder);
        EXPECT_EQ(run.name, "plain");
        EXPECT_EQ(run.state, "finished");
        EXPECT_THAT(run.reason, HasSubstr("notes.json")) << content;
        EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { noteRun(folder, "new"); }), HasSubstr("notes.json"));
        EXPECT_EQ(readFile(RunFiles(folder).notes), content);
    }
}

TEST_F(RunEditTest, DeletedRunsAreRestored) {
    const fs::path folder = ended("back");
    noteRun(folder, "kept");
    const RunSummary before = summarise(folder);
    const fs::path binned = deleteRun(folder);
    EXPECT_EQ(binned, trashOf(root) / folder.filename());
    EXPECT_TRUE(listRuns(root).empty());
    ASSERT_EQ(listRuns(trashOf(root)).size(), 1U);
    EXPECT_EQ(findRun("back", trashOf(root)).folder, binned);
    EXPECT_EQ(restoreRun(binned), folder);
    EXPECT_EQ(summarise(folder), before);
    EXPECT_TRUE(listRuns(trashOf(root)).empty());
}

TEST_F(RunEditTest, OnlyRunsInTheTrashAreRestored) {
    const fs::path folder = ended("here");
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { restoreRun(folder); }), HasSubstr("is not in the trash"));
    messageOf(ErrorCategory::Usage, [&] { restoreRun(trashOf(root) / "none"); });
    EXPECT_TRUE(fs::exists(folder));
    // A run that took its place meanwhile is left where it is.
    const fs::path binned = deleteRun(folder);
    const fs::path other = ended("here");
    ASSERT_EQ(other, folder);
    EXPECT_EQ(restoreRun(binned).filename().string(), folder.filename().string() + "-2");
    EXPECT_EQ(listRuns(root).size(), 2U);
}

TEST_F(RunEditTest, OnlyRunsInTheTrashAreErased) {
    const fs::path folder = ended("gone"), other = ended("kept");
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { eraseRun(folder); }), HasSubstr("is not in the trash"));
    messageOf(ErrorCategory::Usage, [&] { eraseRun(trashOf(root)); });
    EXPECT_TRUE(fs::exists(folder));
    const fs::path outside = root.parent_path() / "outside";
    fs::create_directories(outside);
    overwrite(outside / "picture", std::string(5000, 'x'));
    const std::int64_t before = sizeOfRun(folder);
    overwrite(folder / "weights" / "more", std::string(3000, 'x'));
    fs::create_directory_symlink(outside, folder / "link"); // what lies there is not the run's
    fs::create_symlink(outside / "picture", folder / "picture");
    EXPECT_EQ(sizeOfRun(folder), before + 3000);
    const fs::path binned = deleteRun(folder), keptThere = deleteRun(other);
    eraseRun(binned);
    EXPECT_FALSE(fs::exists(binned));
    EXPECT_TRUE(fs::exists(keptThere));
    EXPECT_TRUE(fs::exists(outside / "picture"));
}

} // namespace
} // namespace belfry
