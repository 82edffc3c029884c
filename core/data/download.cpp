#include "core/data/download.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/formats/sha256.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <mutex>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr long kConnectSeconds = 15, kMinBytesPerSecond = 100, kMaxRedirects = 8;

fs::path partOf(const DownloadFile& file, const fs::path& folder) { return folder / (file.name + ".part"); }

std::uint64_t sizeOf(const fs::path& path) {
    std::error_code code;
    const auto size = fs::file_size(path, code);
    return code ? 0 : size;
}

bool isWhole(const fs::path& path, const DownloadFile& file) {
    if (sizeOf(path) != file.bytes)
        return false;
    std::ifstream stream(path, std::ios::binary);
    std::vector<char> block(1 << 20);
    Sha256 sum;
    while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0)
        sum.add({reinterpret_cast<const std::uint8_t*>(block.data()), static_cast<std::size_t>(stream.gcount())});
    return sum.digest() == file.sha256;
}

std::string serverOf(const std::string& url) {
    const std::size_t begin = url.find("://");
    const std::size_t first = begin == std::string::npos ? 0 : begin + 3;
    return url.substr(first, url.find('/', first) - first);
}

[[noreturn]] void refuseWriting(const fs::path& path) {
    throw ioError(
        Text::tr("Cannot write '%1'. Free some space, or choose a folder that you can write to.", path.string()));
}

// A request for the missing part of the file, with libcurl's callbacks.
class Request {
public:
    Request(const DownloadFile& file, const std::string& url, fs::path part, const DownloadOptions& options)
        : file_(file), options_(options), part_(std::move(part)), server_(serverOf(url)), start_(sizeOf(part_)),
          stream_(std::fopen(part_.c_str(), "ab"), &std::fclose), handle_(curl_easy_init(), &curl_easy_cleanup) {
        if (!stream_)
            refuseWriting(part_);
        done_ = start_;
        CURL* curl = handle_.get();
        curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
        curl_easy_setopt(curl, CURLOPT_MAXREDIRS, kMaxRedirects);
        curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L); // no signals: other threads are running
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, kMinBytesPerSecond);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options.stallSeconds));
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "Belfry");
        curl_easy_setopt(curl, CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(start_));
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Request::write);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
        curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Request::onProgress);
        curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, problem_.data());
    }

    CURLcode run() {
        const CURLcode code = curl_easy_perform(handle_.get());
        if (std::fflush(stream_.get()) != 0)
            refuseWriting(part_);
        return code;
    }

    long status() const {
        long status = 0;
        curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }
    bool madeProgress() const { return done_ > start_; }
    bool tooLong() const { return tooLong_; }
    bool diskFull() const { return diskFull_; }
    bool stalled() const { return stalled_; } // libcurl's own check uses a mean over seconds, and is late
    std::uint64_t done() const { return done_; }
    std::string problem(CURLcode code) const { return problem_[0] ? problem_.data() : curl_easy_strerror(code); }

private:
    static std::size_t write(char* bytes, std::size_t, std::size_t count, void* self) {
        auto& request = *static_cast<Request*>(self);
        if (request.done_ + count > request.file_.bytes) {
            request.tooLong_ = true;
            return CURL_WRITEFUNC_ERROR;
        }
        if (std::fwrite(bytes, 1, count, request.stream_.get()) != count) {
            request.diskFull_ = true;
            return CURL_WRITEFUNC_ERROR;
        }
        request.done_ += count;
        request.lastByte_ = std::chrono::steady_clock::now();
        return count;
    }

    static int onProgress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
        auto& request = *static_cast<Request*>(self);
        const auto silence = std::chrono::steady_clock::now() - request.lastByte_;
        request.stalled_ = silence > std::chrono::seconds(request.options_.stallSeconds);
        if (request.options_.progress)
            request.options_.progress({request.file_.name, request.server_, request.done_, request.file_.bytes});
        return request.stalled_ || request.options_.stop.stop_requested() ? 1 : 0;
    }

    const DownloadFile& file_;
    const DownloadOptions& options_;
    fs::path part_;
    std::string server_;
    std::uint64_t start_ = 0, done_ = 0;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
    std::unique_ptr<CURL, void (*)(CURL*)> handle_;
    std::array<char, CURL_ERROR_SIZE> problem_{};
    bool tooLong_ = false, diskFull_ = false, stalled_ = false;
    std::chrono::steady_clock::time_point lastByte_ = std::chrono::steady_clock::now();
};

bool isUnreachable(CURLcode code) {
    return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_PROXY;
}

class Download {
public:
    Download(const DownloadFile& file, const fs::path& folder, const DownloadOptions& options)
        : file_(file), folder_(folder), part_(partOf(file, folder)), options_(options) {}

    bool run() {
        if (isWhole(folder_ / file_.name, file_))
            return true;
        makeWritableFolder(folder_);
        checkSpace();
        for (const std::string& url : file_.urls) {
            if (fromServer(url))
                return true;
            if (options_.stop.stop_requested())
                return false;
        }
        throw ioError(reached_ ? notHad() : offLine());
    }

private:
    void checkSpace() const {
        std::error_code code;
        const fs::space_info space = fs::space(folder_, code);
        const std::uint64_t missing = file_.bytes - std::min(file_.bytes, sizeOf(part_));
        if (!code && space.available < missing)
            throw ioError(Text::plural("'%1' needs %n more bytes, but '%2' has %3. Free some space.",
                                       "'%1' needs %n more byte, but '%2' has %3. Free some space.",
                                       static_cast<std::int64_t>(missing), file_.name, folder_.string(),
                                       space.available));
    }

    // Requests the rest from this server as long as it makes progress.
    bool fromServer(const std::string& url) {
        Text reason;
        for (int attempt = 0; attempt < options_.attempts && !options_.stop.stop_requested(); ++attempt) {
            if (sizeOf(part_) > file_.bytes)
                discardDownload(file_, folder_);
            const bool fresh = sizeOf(part_) == 0;
            if (sizeOf(part_) < file_.bytes && !request(url, reason))
                break;
            if (sizeOf(part_) < file_.bytes)
                continue;
            if (isWhole(part_, file_)) {
                finish();
                return true;
            }
            // The first part may be wrong data of another server: the combination is not tried twice.
            reason = Text::tr("its contents are not the published ones (SHA-256)");
            discardDownload(file_, folder_);
            if (fresh)
                break;
        }
        const Text ofServer = Text::tr("%1: %2", serverOf(url), reason);
        reasons_ = reasons_.empty() ? ofServer : Text::tr("%1; %2", reasons_, ofServer);
        return false;
    }

    // Returns false if retrying this server is useless. Unless successful, sets `reason`.
    bool request(const std::string& url, Text& reason) {
        Request request(file_, url, part_, options_);
        const CURLcode code = request.run();
        reached_ = reached_ || !isUnreachable(code);
        if (request.diskFull())
            refuseWriting(part_);
        if (code == CURLE_OK) {
            reason = Text::tr("it ended after %1 of %2 bytes", request.done(), file_.bytes);
            return request.madeProgress();
        }
        if (request.tooLong()) {
            reason = Text::tr("it sent more than the %1 bytes that were published", file_.bytes);
            discardDownload(file_, folder_);
            return false;
        }
        reason = Text::verbatim(request.problem(code));
        if (code == CURLE_RANGE_ERROR || request.status() == 416) { // no range requests: start over
            discardDownload(file_, folder_);
            return true;
        }
        if (code == CURLE_OPERATION_TIMEDOUT || request.stalled())
            reason = Text::tr("it stalled after %1 of %2 bytes", request.done(), file_.bytes);
        return request.madeProgress();
    }

    void finish() const {
        std::error_code code;
        fs::rename(part_, folder_ / file_.name, code);
        if (code)
            refuseWriting(folder_ / file_.name);
    }

    Text offLine() const {
        return Text::tr("No server of '%1' could be reached (%2). Check the network connection, or copy the file from "
                        "elsewhere into '%3'.",
                        file_.name, reasons_, folder_.string());
    }
    Text notHad() const {
        return Text::tr(
            "'%1' could not be downloaded (%2). Try again later, or copy the file from elsewhere into '%3'.",
            file_.name, reasons_, folder_.string());
    }

    const DownloadFile& file_;
    fs::path folder_, part_;
    const DownloadOptions& options_;
    Text reasons_; // "server: reason; server: reason"
    bool reached_ = false;
};

} // namespace

bool downloadFile(const DownloadFile& file, const fs::path& folder, const DownloadOptions& options) {
    static std::once_flag initialised;
    std::call_once(initialised, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    return Download(file, folder, options).run();
}

void discardDownload(const DownloadFile& file, const fs::path& folder) {
    std::error_code ignored;
    fs::remove(partOf(file, folder), ignored);
}

} // namespace belfry
