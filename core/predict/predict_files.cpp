#include "core/predict/predict_files.h"

#include "core/base/error.h"
#include "core/data/picture_files.h"
#include "core/device/devices.h"
#include "core/predict/network_input.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFilesPerThread = 4; // fewer are not worth a thread with weights of its own

FileAnswer answerTo(const std::string& file, Predictor& predictor) {
    FileAnswer answer{.file = file, .prediction = {}, .problem = {}};
    try {
        answer.prediction = predictor.predict(pictureIn(file, predictor.snapshot()));
    } catch (const std::exception& error) {
        answer.problem = messageOf(error);
    }
    return answer;
}

} // namespace

PictureFiles pictureFilesAt(const std::vector<std::string>& places) {
    PictureFiles found;
    for (const fs::path place : places) {
        std::error_code code;
        if (!fs::is_directory(place, code)) {
            found.files.push_back(place.string());
            continue;
        }
        const FilesBelow below = filesBelow(place);
        for (const fs::path& file : below.files)
            if (startsLikeAPicture(file) || isCalledAPicture(file)) // a damaged one is told, not left out
                found.files.push_back(file.string());
        if (!below.notOpened.empty())
            found.issues.push_back(notOpenedSentence(std::ssize(below.notOpened), place.string(),
                                                     below.notOpened[0].string(),
                                                     reasonOfNotOpening(below.notOpened[0])));
    }
    return found;
}

void predictFiles(const std::shared_ptr<const Snapshot>& snapshot, std::span<const std::string> files,
                  const std::stop_token& stop, const std::function<void(const FileAnswer&)>& tell) {
    std::vector<FileAnswer> answers(files.size());
    std::vector<bool> done(files.size());
    std::mutex mutex;
    std::condition_variable_any changed;
    std::atomic<std::size_t> next = 0;
    const auto work = [&](const std::stop_token& given) {
        Predictor predictor(snapshot); // on this thread: its number of threads is this one's
        for (std::size_t i = next++; i < files.size() && !given.stop_requested() && !stop.stop_requested();
             i = next++) {
            FileAnswer answer = answerTo(files[i], predictor);
            const std::lock_guard lock(mutex);
            answers[i] = std::move(answer);
            done[i] = true;
            changed.notify_one();
        }
    };
    const std::size_t cores = static_cast<std::size_t>(usableCores());
    std::vector<std::jthread> workers; // told to stop where tell() throws
    for (std::size_t i = 0; i < std::clamp<std::size_t>(files.size() / kFilesPerThread, 1, cores); ++i)
        workers.emplace_back(work);
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::unique_lock lock(mutex);
        if (!changed.wait(lock, stop, [&] { return done[i]; }))
            return;
        const FileAnswer answer = std::move(answers[i]);
        lock.unlock();
        tell(answer);
    }
}

} // namespace belfry
