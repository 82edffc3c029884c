#include "core/search/journal.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/json_reason.h"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace belfry {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::filesystem::path& path) {
    throw Error(ErrorCategory::Io,
                "Cannot write '" + path.string() + "' (" + std::strerror(errno) + "). Free some space.");
}

void take(JournalContents& contents, const Json& json, const Space& space) {
    if (json.contains("winner")) {
        putWinner(contents.winners, winnerRunFromJson(json));
    } else if (json.contains("begun")) {
        if (const int id = json.at("begun").get<int>(); !contents.open.insert(id).second)
            ++contents.kills[id]; // it did not come to an end before
    } else if (json.contains("left")) {
        contents.open.erase(json.at("left").get<int>());
    } else if (json.contains("retried")) {
        const int id = json.at("retried").get<int>();
        contents.open.erase(id);
        contents.failures[id] = json.at("failures").get<std::vector<std::string>>();
    } else {
        contents.trials.push_back(trialFromJson(json, space));
        contents.open.erase(contents.trials.back().id);
    }
}

} // namespace

JournalContents readJournal(const std::filesystem::path& path, const Space& space) {
    JournalContents contents;
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return contents;
    const std::string text = readFile(path);
    std::size_t begin = 0, number = 1;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1, ++number) {
        try {
            take(contents, Json::parse(text.substr(begin, end - begin)), space);
        } catch (const std::exception& error) {
            throw Error(ErrorCategory::Data, "'" + path.string() + "' is damaged in line " + std::to_string(number) +
                                                 " (" + jsonReason(error) +
                                                 "). Restore the file from a copy, or delete that line.");
        }
    }
    contents.bytes = begin;
    for (const int id : contents.open)
        ++contents.kills[id];
    return contents;
}

Journal::Journal(std::filesystem::path path, std::uint64_t bytes)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)), bytes_(bytes) {
    if (file_ < 0 || ::ftruncate(file_, static_cast<off_t>(bytes)) != 0)
        refuse(path_);
}

Journal::~Journal() {
    ::close(file_);
}

void Journal::append(const Json& json) {
    const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    std::size_t written = 0;
    while (written < line.size()) {
        const ssize_t now =
            ::pwrite(file_, line.data() + written, line.size() - written, static_cast<off_t>(bytes_ + written));
        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0) { // the half line is cut off again, now or when the file is read
            const int reason = errno;
            if (::ftruncate(file_, static_cast<off_t>(bytes_)) == 0)
                errno = reason;
            refuse(path_);
        }
        written += static_cast<std::size_t>(now);
    }
    if (::fdatasync(file_) != 0)
        refuse(path_);
    bytes_ += line.size();
}

Json begunJson(int trial) {
    return {{"begun", trial}};
}

Json leftJson(int trial) {
    return {{"left", trial}};
}

Json retriedJson(const Trial& trial) {
    return {{"retried", trial.id}, {"failures", trial.failures}};
}

} // namespace belfry
