#include "core/runs/event_file.h"

#include "core/base/files.h"
#include "core/formats/tensorboard.h"
#include "core/formats/tfrecord.h"
#include "core/model/activation_kind.h"
#include "core/model/layer_kind.h"
#include "core/runs/process_identity.h"
#include "core/train/plan.h"

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <utility>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using SystemTime = std::chrono::system_clock::time_point;

// As in the window and the terminal: with dropout active, training figures are worse than those of the same weights in
// evaluation.
constexpr const char* kDropoutNote = "Measured with dropout on; validation and test are without.";
constexpr std::string_view kNameStart = "events.out.tfevents."; // TensorBoard finds the files by it

// With every step of every tower the file of a run with many towers would be ten times as large.
constexpr double kStagesEvery = 0.1; // seconds

double secondsOf(SystemTime time) { return std::chrono::duration<double>(time.time_since_epoch()).count(); }

// TensorBoard reads the files of a folder in the order of their names, so the time in the name must be the latest.
std::int64_t nextFreeTimestamp(const fs::path& folder, std::int64_t now) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        std::int64_t second = 0;
        if (name.starts_with(kNameStart) &&
            std::from_chars(name.data() + kNameStart.size(), name.data() + name.size(), second).ec == std::errc())
            now = std::max(now, second + 1);
    }
    return now;
}

fs::path newFileIn(const fs::path& folder, SystemTime time) {
    const std::int64_t second = nextFreeTimestamp(folder, std::chrono::system_clock::to_time_t(time));
    return folder / fmt::format("{}{:010}.{}", kNameStart, second, hostName());
}

// images: of this step; 0: unknown, as for the first step after a resume.
std::vector<TaggedScalar> scalarsOf(const StepDone& step, std::int64_t images, const std::string& note) {
    std::vector<TaggedScalar> scalars{{"loss/train", step.loss, note},
                                      {"accuracy/train", step.accuracy, note},
                                      {"learning_rate", step.learningRate},
                                      {"epoch", step.epoch}};
    if (step.milliseconds > 0 && images > 0)
        scalars.push_back({"images_per_second", static_cast<double>(images) / (step.milliseconds / 1000.0)});
    if (step.staleness >= 0)
        scalars.push_back({"staleness", static_cast<double>(step.staleness)});
    if (step.queueFill >= 0)
        scalars.push_back({"queue_fill", step.queueFill});
    return scalars;
}

void addMeans(const ClassMeans& means, const std::string& split, std::vector<TaggedScalar>& scalars) {
    if (means.balancedAccuracy)
        scalars.push_back({"balanced_accuracy/" + split, *means.balancedAccuracy});
    if (means.macroF1)
        scalars.push_back({"macro_f1/" + split, *means.macroF1});
}

std::vector<TaggedScalar> scalarsOf(const EpochDone& epoch, const std::string& note) {
    std::vector<TaggedScalar> scalars;
    if (epoch.epoch > 0)
        scalars = {{"loss/train_epoch", epoch.trainLoss, note}, {"accuracy/train_epoch", epoch.trainAccuracy, note}};
    scalars.push_back({"loss/validation", epoch.validation.loss});
    scalars.push_back({"accuracy/validation", epoch.validation.accuracy()});
    addMeans(epoch.validation.means, "validation", scalars);
    return scalars;
}

std::vector<TaggedScalar> scalarsOf(const Finished& finished) {
    if (finished.test.images == 0)
        return {};
    std::vector<TaggedScalar> scalars{{"loss/test", finished.test.loss}, {"accuracy/test", finished.test.accuracy()}};
    addMeans(finished.test.means, "test", scalars);
    return scalars;
}

std::vector<TaggedScalar> scalarsOf(const Distributions& distributions) {
    std::vector<TaggedScalar> scalars;
    for (const Distributions::Vector& vector : distributions.vectors)
        scalars.push_back({vector.name + "/sparsity", vector.numbers.sparsity()});
    return scalars;
}

std::string histogramsOf(const Distributions& distributions, double time) {
    std::vector<TaggedDistribution> tagged;
    for (const Distributions::Vector& vector : distributions.vectors)
        tagged.push_back({vector.name, vector.numbers});
    return encodeDistributions(time, distributions.step, tagged);
}

using Shape = std::vector<std::int64_t>;

class Graph {
public:
    explicit Graph(const Blueprint& blueprint) : blueprint_(blueprint) {
        const ImageShape &image = blueprint.image, seen = networkInput(blueprint.input, image);
        put({"images", "Placeholder", {}, {-1, image.height, image.width, image.channels}, "bytes"});
        follow("input_stage", "InputStage", {-1, seen.height, seen.width, seen.channels},
               augmentationName(blueprint.input) + ", " +
                   std::string(normalisationName(blueprint.input.normalisation)));
        outputs_.push_back(last_);
        for (const BlueprintLayer& layer : blueprint.layers)
            add(layer);
        follow("probabilities", "Softmax", {-1, blueprint.classes}, "");
    }
    std::vector<GraphNode> take() { return std::move(nodes_); }

private:
    void add(const BlueprintLayer& layer) {
        const std::string operation = kindOf(layer.spec).operation(); // TensorFlow's, as its users expect
        const Shape shape{-1, layer.out.height, layer.out.width, layer.out.channels};
        std::vector<std::string> inputs;
        for (const int input : layer.inputs)
            inputs.push_back(outputs_[static_cast<std::size_t>(input + 1)]);
        for (const int slice : layer.slices())
            inputs.push_back(variable(blueprint_.slices[static_cast<std::size_t>(slice)]));
        put({layer.name + "/" + operation, operation, std::move(inputs), shape, layerText(layer.spec)});
        if (const Activation activation = activationOf(layer.spec); activation != Activation::Linear) {
            const std::string name(kindOf(activation).operation);
            follow(layer.name + "/" + name, name, shape, "");
        }
        outputs_.push_back(last_);
    }
    std::string variable(const Slice& slice) {
        std::string name = slice.name;
        std::ranges::replace(name, '.', '/');
        nodes_.push_back({name, "Variable", {}, Shape(slice.shape.begin(), slice.shape.end()), ""});
        return name;
    }
    void follow(const std::string& name, const std::string& operation, Shape shape, const std::string& text) {
        put({name, operation, {last_}, std::move(shape), text});
    }
    void put(GraphNode node) {
        last_ = node.name;
        nodes_.push_back(std::move(node));
    }

    const Blueprint& blueprint_;
    std::vector<GraphNode> nodes_;
    std::string last_;
    std::vector<std::string> outputs_; // of the input stage, then of each layer
};

} // namespace

EventFile::EventFile(const fs::path& folder, const Started& started, SystemTime time)
    : note_(trainsWithDropout(started.plan) ? kDropoutNote : ""), plan_(started.plan) {
    makeWritableFolder(folder);
    const bool first = fs::is_empty(folder);
    path_ = newFileIn(folder, time);
    file_ = FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644));
    if (!file_.isOpen())
        throwNotCreated(path_);
    const double seconds = secondsOf(time);
    add(encodeFileVersion(seconds));
    add(encodeSessionStart(seconds, started.step + 1));
    if (started.blueprint && first) // the graph is written once
        add(encodeGraph(seconds, networkGraph(*started.blueprint)));
}

void EventFile::add(const std::string& message) { appendTfRecord(asBytes(message), buffer_); }

void EventFile::addStages(const StepDone& step) {
    stages_.resize(step.towers.size());
    for (std::size_t tower = 0; tower < stages_.size(); ++tower) {
        if (!step.isOf(tower))
            continue;
        Stages& stages = stages_[tower];
        ++stages.steps;
        for (std::size_t stage = 0; stage < kEveryStage.size(); ++stage) {
            const float time = step.towers[tower].*kEveryStage[stage].milliseconds;
            stages.milliseconds[stage] += double{time};
            stages.seen[stage] = stages.seen[stage] || time > 0;
        }
    }
}

std::vector<TaggedScalar> EventFile::takeStages(double seconds) {
    std::vector<TaggedScalar> scalars;
    if (stagesReported_ >= 0 && seconds >= stagesReported_ && seconds - stagesReported_ < kStagesEvery)
        return scalars;
    stagesReported_ = seconds;
    for (std::size_t tower = 0; tower < stages_.size(); ++tower) {
        Stages& stages = stages_[tower];
        for (std::size_t stage = 0; stage < kEveryStage.size() && stages.steps > 0; ++stage)
            if (stages.seen[stage])
                scalars.push_back({"stage/tower" + std::to_string(tower) + '/' + kEveryStage[stage].name,
                                   stages.milliseconds[stage] / stages.steps});
        stages.steps = 0;
        stages.milliseconds = {};
    }
    return scalars;
}

void EventFile::write(const Event& event, SystemTime time) {
    const double seconds = secondsOf(time);
    const auto addScalars = [&](std::int64_t step, const std::vector<TaggedScalar>& scalars) {
        if (!scalars.empty())
            add(encodeScalars(seconds, step, scalars));
    };
    if (const auto* step = std::get_if<StepDone>(&event)) {
        std::vector<TaggedScalar> scalars =
            scalarsOf(*step, step->step == 1 || images_ > 0 ? step->images - images_ : 0, note_);
        addStages(*step);
        std::ranges::move(takeStages(step->seconds), std::back_inserter(scalars));
        addScalars(step->step, scalars);
        images_ = step->images;
    } else if (const auto* epoch = std::get_if<EpochDone>(&event)) {
        addScalars(epoch->step, scalarsOf(*epoch, note_));
    } else if (const auto* distributions = std::get_if<Distributions>(&event);
               distributions && isForEventFile(plan_, distributions->step, /*epochEnds=*/true)) {
        add(histogramsOf(*distributions, seconds));
        addScalars(distributions->step, scalarsOf(*distributions));
    } else if (const auto* finished = std::get_if<Finished>(&event)) {
        addScalars(finished->steps, scalarsOf(*finished));
    }
}

void EventFile::flush() {
    if (!writeAll(file_, buffer_))
        throwNotWritten(path_);
    buffer_.clear();
}

std::vector<GraphNode> networkGraph(const Blueprint& blueprint) { return Graph(blueprint).take(); }

} // namespace belfry
