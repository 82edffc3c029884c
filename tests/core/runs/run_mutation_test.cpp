// Ten thousand damaged run folders: each file of one in turn. Whoever lists, shows, evaluates or resumes runs reads it
// or is refused with an Error, without taking more memory than a small multiple of the file.
#include "core/runs/metrics_store.h"
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/formats/allocations.h"
#include "tests/core/runs/runs_fixture.h"
#include "tests/support/mutations.h"

#include <cstdio>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kFiles = 10'000;
constexpr std::size_t kMaxMemory = 4 << 20; // the files have some tens of KB

Snapshot checkpointAt(std::int64_t step) {
    Snapshot snapshot = smallSnapshot(1, step);
    TrainingState training;
    training.step = step;
    training.images = step * 1024;
    training.epochs = 1;
    training.settings = {1e-3, 20, 5};
    training.optimizerState = {smallSnapshot(-7, 0).weights};
    training.bestWeights = smallSnapshot(3, 0).weights;
    training.bestStep = 100;
    training.bestEpoch = 1;
    snapshot.training = std::make_shared<TrainingState>(training);
    return snapshot;
}

// A run with a bit of everything.
fs::path makeRun(const fs::path& root) {
    const fs::path folder = createRun(namedPlan("whole"), root);
    RunRecorder recorder(folder);
    Started started;
    started.plan = namedPlan("whole");
    recorder.onEvent(started);
    for (std::int64_t step = 1; step <= 40; ++step)
        recorder.onEvent(stepNumber(step));
    recorder.onEvent(epochNumber(1, 970, true));
    recorder.onEvent(SettingChanged{.step = 20, .text = Text::verbatim("learning rate 0.001 -> 0.0003"), .field = {}});
    recorder.save(smallSnapshot(1, 40), CheckpointKind::Best);
    recorder.save(checkpointAt(30), CheckpointKind::Regular);
    recorder.save(checkpointAt(40), CheckpointKind::Final);
    recorder.onEvent(finishedRun(RunState::Stopped));
    return folder;
}

Bytes bytesAt(const fs::path& file) {
    const std::string content = readFile(file);
    return {content.begin(), content.end()};
}

// Everything that reads a run; each may throw Error and nothing else.
class Readers {
public:
    explicit Readers(fs::path folder) : folder_(std::move(folder)), files_(folder_) {}

    void readAll() {
        tried([this] { summarise(folder_); });
        tried([this] { loadRun(folder_); });
        tried([this] { isRunFolder(folder_); });
        tried([this] { readSteps(files_.metrics); });
        tried([this] { readLastStep(files_.metrics); });
        tried([this] { readEpochs(files_.metrics); });
        tried([this] { readMarks(files_.metrics); });
        tried([this] { loadSnapshot(files_.best); });
        tried([this] { loadCheckpoint(files_.final); });
        tried([this] {
            std::vector<Text> remarks;
            newestCheckpoint(folder_, remarks);
        });
    }
    int read = 0, refused = 0;

private:
    template <typename Work>
    void tried(const Work& work) {
        try {
            work();
            ++read;
        } catch (const Error&) {
            ++refused;
        }
    }

    fs::path folder_;
    RunFiles files_;
};

TEST_F(RunsTest, SurvivesTenThousandDamagedFolders) {
    const fs::path folder = makeRun(root);
    const RunFiles files(folder);
    const std::vector<fs::path> targets{files.plan, files.record, files.metrics, files.best, files.final};
    std::vector<Bytes> originals;
    for (const fs::path& target : targets)
        originals.push_back(bytesAt(target));
    test::Dice dice(20240301);
    Readers readers(folder);
    for (int i = 0; i < kFiles; ++i) {
        const std::size_t which = static_cast<std::size_t>(i) % targets.size();
        Bytes bytes = originals[which];
        for (std::size_t times = 1 + test::below(dice, 3); times > 0; --times)
            test::mutateOnce(bytes, dice);
        overwrite(targets[which], {bytes.begin(), bytes.end()});
        const AllocationWatch watch;
        readers.readAll();
        EXPECT_LT(watch.peak(), kMaxMemory) << "file " << i << ", " << targets[which].filename();
        overwrite(targets[which], {originals[which].begin(), originals[which].end()});
    }
    EXPECT_GT(readers.refused, kFiles / 2);
    EXPECT_GT(readers.read, kFiles);
    std::printf("10,000 damaged run folders: %d readings, %d refusals\n", readers.read, readers.refused);
}

} // namespace
} // namespace belfry
