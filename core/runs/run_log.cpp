#include "core/runs/run_log.h"

#include "core/base/error.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

std::string percent(double fraction) { return fmt::format("{:.2f} %", 100 * fraction); }

std::string meansText(const ClassMeans& means) {
    return (means.balancedAccuracy ? ", balanced accuracy " + percent(*means.balancedAccuracy) : "") +
           (means.macroF1 ? ", macro F1 " + percent(*means.macroF1) : "");
}

// "1 step", "2 steps"
std::string counted(std::int64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string lengthText(const Plan& plan) {
    return plan.steps > 0 ? counted(plan.steps, "step") : counted(plan.epochs, "epoch");
}

} // namespace

struct RunLog::Impl {
    explicit Impl(const std::filesystem::path& file)
        : path(file), logger("run", std::make_shared<spdlog::sinks::basic_file_sink_st>(file.string())) {
        logger.set_pattern("%Y-%m-%d %H:%M:%S.%e  %v");
        // The library reports a lost line only to this handler; the caller throws afterwards.
        logger.set_error_handler([this](const std::string& reason) { failure = reason; });
    }
    template <typename... Values>
    void line(fmt::format_string<Values...> text, Values&&... values) {
        logger.log(time, spdlog::source_loc{}, spdlog::level::info, fmt::format(text, std::forward<Values>(values)...));
    }
    void throwFailure() {
        if (failure.empty())
            return;
        const std::string reason = std::exchange(failure, {});
        throw ioError(Text::tr("Cannot write '%1' (%2). Free some space.", path.string(), reason));
    }

    void operator()(const Started& started);
    void operator()(const BackboneProgress&) {}
    void operator()(const StateChanged& change);
    void operator()(const StepDone& step);
    void operator()(const EpochDone& epoch);
    void operator()(const Distributions&) {}
    void operator()(const CheckpointSaved& saved) {
        line("saved {}{}", saved.path.filename().string(), saved.best ? " (best so far)" : "");
    }
    void operator()(const Warning& warning) { line("warning: {}", warning.text.english()); }
    void operator()(const SettingChanged& change) { line("step {}: {}", change.step, change.text.english()); }
    void operator()(const Finished& finished);

    std::filesystem::path path;
    std::string failure;
    spdlog::logger logger;
    std::chrono::system_clock::time_point time;
    std::int64_t displayEvery = 100;
    StepDone shown; // the last step with a line; speeds are means since then
};

void RunLog::Impl::operator()(const Started& started) {
    const Plan& plan = started.plan;
    displayEvery = std::max<std::int64_t>(1, plan.displayEvery);
    line("run '{}': network {}, {} parameters, data {}, {} training images, seed {}", plan.name, plan.model,
         started.parameters, plan.data, started.trainImages, plan.seed);
    line("{}, {} a step, feed {}, exchange {}, {} at rate {}, {}, {}", counted(plan.towers, "tower"),
         counted(plan.imagesPerUpdate(), "image"), plan.feed, plan.exchange, plan.optimizer, plan.learningRate,
         plan.precision, lengthText(plan));
    for (const TowerPlacement& tower : started.placement)
        line("tower {} on {}{} ({}{}{}): {} a step, about {:.0f} MiB", tower.tower,
             tower.host.empty() ? "" : tower.host + ", ", tower.device, tower.deviceName,
             tower.pciBusId.empty() ? "" : ", " + tower.pciBusId,
             tower.threads > 0 ? ", " + counted(tower.threads, "thread") : "", counted(tower.batch, "image"),
             static_cast<double>(tower.memoryBytes) / (1 << 20));
    for (const Text& remark : started.remarks)
        line("{}", remark.english());
    line("started in {:.2f} s", started.startupSeconds);
}

void RunLog::Impl::operator()(const StateChanged& change) { line("{}", runStateName(change.state)); }

void RunLog::Impl::operator()(const StepDone& step) {
    if (step.step % displayEvery != 0)
        return;
    const double seconds = step.seconds - shown.seconds;
    const double speed = seconds > 0 ? static_cast<double>(step.images - shown.images) / seconds : 0;
    line("step {}, epoch {:.2f}: loss {:.4f}, accuracy {}, rate {:.3g}, {:.0f} images/s", step.step, step.epoch,
         step.loss, percent(step.accuracy), step.learningRate, speed);
    shown = step;
}

void RunLog::Impl::operator()(const EpochDone& epoch) {
    const std::string training = epoch.epoch > 0
                                     ? fmt::format("epoch {}: training loss {:.4f}, accuracy {}", epoch.epoch,
                                                   epoch.trainLoss, percent(epoch.trainAccuracy))
                                     : "before the first epoch";
    line("{}; validation loss {:.4f}, accuracy {}{}{}", training, epoch.validation.loss,
         percent(epoch.validation.accuracy()), meansText(epoch.validation.means), epoch.best ? ", best so far" : "");
}

void RunLog::Impl::operator()(const Finished& finished) {
    line("{} after {}, {:.2f} epochs, {:.1f} s: {:.0f} images/s", runStateName(finished.state),
         counted(finished.steps, "step"), finished.epochs, finished.seconds, finished.imagesPerSecond);
    if (finished.validation.images > 0)
        line("best validation accuracy {}{} in epoch {}", percent(finished.bestValidation),
             meansText(finished.bestMeans), finished.bestEpoch);
    if (finished.test.images > 0)
        line("test loss {:.4f}, accuracy {}{} of {}", finished.test.loss, percent(finished.test.accuracy()),
             meansText(finished.test.means), counted(finished.test.images, "image"));
    if (!finished.reason.empty())
        line("{}", finished.reason.english());
    for (const Text& remark : finished.remarks)
        line("{}", remark.english());
}

RunLog::RunLog(const std::filesystem::path& path) {
    try {
        impl_ = std::make_unique<Impl>(path);
    } catch (const spdlog::spdlog_ex& error) {
        throw ioError(Text::tr("Cannot create '%1' (%2). Choose a folder that you can write to.", path.string(),
                               std::string(error.what())));
    }
}

RunLog::~RunLog() = default;

void RunLog::write(const Event& event, std::chrono::system_clock::time_point time) {
    impl_->time = time;
    std::visit(*impl_, event);
    impl_->throwFailure();
}

void RunLog::flush() {
    impl_->logger.flush();
    impl_->throwFailure();
}

} // namespace belfry
