#include "ui/pages/evaluate_page/evaluation_job.h"

#include "core/runs/run_data.h"
#include "core/runs/weights_file.h"
#include "core/train/session.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <tuple>

namespace belfry {

struct EvaluationJob::Shelf {
    Plan plan; // says which set, whose pictures are of which size, and how it is split
    std::shared_ptr<const DataSet> data;

    std::shared_ptr<const DataSet> open(const Plan& wanted) {
        const auto what = [](const Plan& of) {
            return std::tie(of.data, of.dataDir, of.pictureSize, of.splitSeed, of.trainImages);
        };
        if (!data || what(plan) != what(wanted)) {
            data.reset(); // never two at a time
            data = openData(wanted);
            plan = wanted;
        }
        return data;
    }
};

namespace {

// The calling thread alone; threads that it creates later inherit it.
void yieldToTraining() {
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), 19);
}

Plan planFor(const EvaluationRequest& request, const Snapshot& snapshot) {
    if (!request.run.empty()) {
        return dataPlan(request.run, snapshot);
    }
    Plan plan;
    plan.data = snapshot.data;
    return plan;
}

const std::shared_ptr<const ImageStore>& storeOf(const DataSet& data, EvaluationSplit split) {
    return split == EvaluationSplit::Train ? data.train : split == EvaluationSplit::Test ? data.test : data.validation;
}

} // namespace

EvaluationJob::EvaluationJob(QObject* parent) : QObject(parent), shelf_(std::make_shared<Shelf>()) {}

EvaluationJob::~EvaluationJob() {
    stop();
}

void EvaluationJob::stop() {
    ++request_;
    running_ = false;
    stop_.request_stop();
}

EvaluationWatch EvaluationJob::watch(std::uint64_t request) {
    using Clock = std::chrono::steady_clock;
    const auto next = std::make_shared<std::atomic<Clock::rep>>(0);
    const auto tell = [this, request, next](double part) {
        const Clock::rep now = Clock::now().time_since_epoch().count();
        Clock::rep due = next->load();
        const Clock::rep later = now + Clock::duration(std::chrono::milliseconds(100)).count();
        if (now < due || !next->compare_exchange_strong(due, later)) {
            return; // told a moment ago, or by another tower just now
        }
        QMetaObject::invokeMethod(
            this,
            [this, request, part] {
                if (request == request_) {
                    Q_EMIT progressed(part);
                }
            },
            Qt::QueuedConnection);
    };
    return {.progress = tell, .stop = stop_.get_token()};
}

void EvaluationJob::start(const EvaluationRequest& request) {
    stop();
    stop_ = {};
    running_ = true;
    const std::uint64_t number = request_;
    background_.run<Report>(
        [request, shelf = shelf_, watch = watch(number)]() -> Report {
            if (watch.stop.stop_requested()) {
                return nullptr;
            }
            yieldToTraining();
            auto report = std::make_shared<EvaluationReport>();
            report->request = request;
            report->snapshot = loadSnapshot(request.weights);
            if (request.split == EvaluationSplit::Drawings) {
                report->drawings = keptDrawings(*report->snapshot);
                report->images = report->drawings.images;
            } else {
                report->data = shelf->open(planFor(request, *report->snapshot));
                checkFits(*report->snapshot, *report->data);
                report->images = storeOf(*report->data, request.split);
            }
            report->evaluation = evaluateSnapshot(*report->snapshot, *report->images, watch);
            report->calibration = calibrationOf(report->evaluation);
            return report;
        },
        [this, number](const Report& report) {
            if (number == request_) {
                running_ = false;
                Q_EMIT done(report);
            }
        },
        [this, number](const QString& sentence) {
            if (number == request_) {
                running_ = false;
                Q_EMIT failed(sentence);
            }
        });
}

} // namespace belfry
