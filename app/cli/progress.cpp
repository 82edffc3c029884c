#include "app/cli/progress.h"

#include "app/cli/bar.h"
#include "app/cli/formatting.h"
#include "core/study/bottleneck.h"
#include "core/train/events.h"
#include "core/train/plan.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace belfry::cli {
namespace {

class JsonLines : public Observer {
public:
    explicit JsonLines(std::string run) : run_(std::move(run)) {}
    void onEvent(const Event& event) override {
        if (const auto* started = std::get_if<Started>(&event))
            tellsHistograms_ = started->plan.tensorboard;
        if (std::holds_alternative<Distributions>(event) && !tellsHistograms_)
            return; // every recorded run has them; `runs show --histograms` gives them
        printJson(toJson(event, run_));
        // Steps may wait in the buffer; a reader of the pipe gets them at once.
        if (!std::holds_alternative<StepDone>(event) || std::chrono::steady_clock::now() > nextFlush_) {
            std::fflush(stdout);
            nextFlush_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
        }
    }

private:
    std::string run_;
    bool tellsHistograms_ = false;
    std::chrono::steady_clock::time_point nextFlush_;
};

// Text for people; with a bar it is redrawn in place at 10 Hz.
class TextProgress : public Observer {
public:
    explicit TextProgress(bool bar) : bar_(bar) {}

    void onEvent(const Event& event) override {
        std::visit([this](const auto& e) { report(e); }, event);
    }

private:
    void line(const std::string& text) {
        if (bar_)
            std::printf("\r\033[K");
        std::printf("%s\n", text.c_str());
        std::fflush(stdout);
    }

    void report(const BackboneProgress& e) {
        if (bar_)
            drawBar(static_cast<double>(e.done) / static_cast<double>(e.images),
                    {{"features of " + grouped(e.done) + " of " + grouped(e.images) + " images", 0}});
    }

    void report(const Started& e) {
        started_ = e;
        if (trainsWithDropout(e.plan))
            accuracy_ = "accuracy with dropout on ";
        line(e.plan.name + ": " + e.plan.model + ", " + grouped(e.parameters) + " parameters, " + e.plan.data + ", " +
             counted(e.plan.imagesPerUpdate(), "images", "image") + " per step (" +
             counted(e.plan.towers, "towers", "tower") + "), exchange " + e.plan.exchange + ", " + e.plan.optimizer);
        for (const TowerPlacement& t : e.placement)
            line("  tower " + std::to_string(t.tower) + " on " + (t.host.empty() ? "" : t.host + ", ") + t.device +
                 " (" + t.deviceName + (t.pciBusId.empty() ? "" : ", " + t.pciBusId) + ")" +
                 (t.threads > 0 ? ", " + counted(t.threads, "threads", "thread") : "") + ", " +
                 counted(t.batch, "images", "image") + ", about " + gibibytes(t.memoryBytes));
        for (const Text& remark : e.remarks)
            line("  " + remark.english());
        line("  started in " + fixed(e.startupSeconds, 2) + " s");
        if (e.step > 0)
            line("  resumed at step " + grouped(e.step));
        if (!e.runFolder.empty())
            line("  recorded in " + e.runFolder.string());
    }

    void report(const StepDone& e) {
        measureSpeed(e);
        addStages(e);
        if (!bar_ && e.step % started_.plan.displayEvery == 0)
            line("step " + grouped(e.step) + "/" + grouped(started_.totalSteps) + "  epoch " + fixed(e.epoch, 2) +
                 "  loss " + fixed(e.loss, 4) + "  " + accuracy_ + perCent(e.accuracy) + "  " +
                 grouped(static_cast<std::int64_t>(speed_)) + " images/s  " + left(e) + " left");
        else if (bar_ && std::chrono::steady_clock::now() >= nextDraw_)
            draw(e);
    }

    // Over the last half second and more, not one step. The first step warms up: its own speed is reported with it, for
    // want of another, and no later figure holds it.
    void measureSpeed(const StepDone& e) {
        const double seconds = e.seconds - markSeconds_;
        const bool first = markImages_ == 0, whole = seconds > 0.5;
        if (seconds > 0 && (whole || shortly_))
            speed_ = static_cast<double>(e.images - markImages_) / seconds;
        shortly_ = first || (shortly_ && !whole);
        if (!first && !whole)
            return;
        markSeconds_ = e.seconds;
        markImages_ = e.images;
    }

    // Of all steps but the first, which warms up.
    void addStages(const StepDone& e) {
        if (e.step == started_.step + 1)
            return;
        stages_.resize(e.towers.size());
        for (std::size_t t = 0; t < stages_.size(); ++t)
            for (std::size_t s = 0; s < kEveryStage.size(); ++s)
                stages_[t][s] += double{e.towers[t].*kEveryStage[s].milliseconds};
        milliseconds_ += double{e.milliseconds};
        network_ += networkUseOf(e);
        ++steps_;
    }

    // Where the time of the steps went; towers that do not wait for one another have none in common.
    std::string bottleneck() const {
        if (stages_.empty() || started_.plan.asynchronous())
            return "";
        std::vector<StageTimes> means(stages_.size());
        for (std::size_t t = 0; t < means.size(); ++t)
            for (std::size_t s = 0; s < kEveryStage.size(); ++s)
                means[t].*kEveryStage[s].milliseconds = static_cast<float>(stages_[t][s] / steps_);
        StepSettings settings = stepSettingsOf(started_);
        settings.stepMilliseconds = milliseconds_ / steps_;
        settings.network = network_.over(steps_);
        return sentenceOf(bottleneckOf(means, settings.stepMilliseconds), settings).english();
    }

    std::string left(const StepDone& e) const {
        const double images =
            static_cast<double>(started_.totalSteps - e.step) * static_cast<double>(started_.plan.imagesPerUpdate());
        return speed_ > 0 ? duration(images / speed_) : "?";
    }

    void draw(const StepDone& e) {
        const auto total = static_cast<double>(std::max<std::int64_t>(started_.totalSteps, 1));
        drawBar(static_cast<double>(e.step) / total, {{"epoch " + fixed(e.epoch, 2) + "/" + length(), 2},
                                                      {"loss " + fixed(e.loss, 4), 3},
                                                      {accuracy_ + perCent(e.accuracy, 1), 4},
                                                      {grouped(static_cast<std::int64_t>(speed_)) + " images/s", 1},
                                                      {left(e) + " left", 0}});
        nextDraw_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    }

    // In epochs, also of a run whose length was given in steps.
    std::string length() const {
        if (started_.plan.steps == 0)
            return std::to_string(started_.plan.epochs);
        return fixed(static_cast<double>(started_.totalSteps) * static_cast<double>(started_.plan.imagesPerUpdate()) /
                         static_cast<double>(std::max<std::int64_t>(started_.trainImages, 1)),
                     2);
    }

    void report(const EpochDone& e) {
        const std::string training = e.epoch > 0 ? "epoch " + std::to_string(e.epoch) + ": training loss " +
                                                       (trainsWithDropout(started_.plan) ? "with dropout on " : "") +
                                                       fixed(e.trainLoss, 4) + ", "
                                                 : "before the first epoch: ";
        line(training + "validation " + perCent(e.validation.accuracy()) + " (" + grouped(e.validation.correct) +
             " of " + grouped(e.validation.images) + ")" + meansText(e.validation.means) + ", loss " +
             fixed(e.validation.loss, 4) + (e.best ? ", best so far" : ""));
    }
    void report(const Finished& e) {
        line(std::string(runStateName(e.state)) + " after " + counted(e.steps, "steps", "step") + " (" +
             fixed(e.epochs, 2) + " epochs) and " + fixed(e.seconds, 1) +
             " s of training: " + grouped(static_cast<std::int64_t>(e.imagesPerSecond)) + " images/s");
        if (e.state == RunState::Finished && !e.reason.empty())
            line("  " + e.reason.english());
        if (e.validation.images > 0)
            line("  best validation " + perCent(e.bestValidation) + meansText(e.bestMeans) + " in epoch " +
                 std::to_string(e.bestEpoch));
        if (e.test.images > 0)
            line("  test " + perCent(e.test.accuracy()) + " (" + grouped(e.test.correct) + " of " +
                 grouped(e.test.images) + ")" + meansText(e.test.means) + ", with the best weights");
        if (const std::string sentence = bottleneck(); !sentence.empty())
            line("  " + sentence);
        for (const Text& remark : e.remarks)
            line("  " + remark.english());
    }
    void report(const Warning& e) { line("warning: " + e.text.english()); }
    void report(const SettingChanged& e) { line(e.text.english()); }
    void report(const CheckpointSaved&) {}
    void report(const Distributions&) {}
    void report(const StateChanged&) {}

    bool bar_;
    Started started_;
    std::string accuracy_ = "accuracy "; // of a step's images
    double speed_ = 0, markSeconds_ = 0;
    std::int64_t markImages_ = 0;                                // at the first step, and at every half second since
    bool shortly_ = true;                                        // no half second was measured yet
    std::vector<std::array<double, kEveryStage.size()>> stages_; // sums, by tower
    double milliseconds_ = 0, steps_ = 0;                        // of the same steps
    NetworkUse network_;                                         // likewise
    std::chrono::steady_clock::time_point nextDraw_;
};

} // namespace

OutputStyle outputStyle(bool json) {
    return json ? OutputStyle::Json : ::isatty(STDOUT_FILENO) ? OutputStyle::Bar : OutputStyle::Lines;
}

std::unique_ptr<Observer> makeProgress(OutputStyle style, std::string run) {
    if (style == OutputStyle::Json)
        return std::make_unique<JsonLines>(std::move(run));
    return std::make_unique<TextProgress>(style == OutputStyle::Bar);
}

} // namespace belfry::cli
