// Downloads from a server on this machine that stalls, truncates and lies (download_server.py).
#include "core/data/data_download.h"
#include "core/data/source.h"
#include "core/formats/sha256.h"
#include "tests/core/data/environment.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::size_t kSize = 200'000, piece = 40'000;

Bytes content() {
    Bytes bytes(kSize);
    for (std::size_t i = 0; i < kSize; ++i)
        bytes[i] = static_cast<std::uint8_t>(i * i % 251);
    return bytes;
}

// The server as a process of its own, which ends when its stdin does.
class Server {
public:
    Server() {
        std::array<int, 2> in{}, out{};
        if (::pipe(in.data()) != 0 || ::pipe(out.data()) != 0)
            throw std::runtime_error("no pipe");
        process_ = ::fork();
        if (process_ == 0) {
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            for (const int fd : {in[0], in[1], out[0], out[1]})
                ::close(fd);
            ::execl(BELFRY_PYTHON, BELFRY_PYTHON, BELFRY_TEST_DATA "/download_server.py", nullptr);
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        stdin_ = in[1];
        char digit = 0;
        while (::read(out[0], &digit, 1) == 1 && digit != '\n')
            port_ += digit;
        ::close(out[0]);
    }
    ~Server() {
        ::close(stdin_);
        ::waitpid(process_, nullptr, 0);
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::string url(const std::string& kind) const { return "http://127.0.0.1:" + port_ + "/" + kind + "/file.bin"; }

private:
    pid_t process_ = 0;
    int stdin_ = -1;
    std::string port_;
};

struct DownloadTest : testing::Test {
    static void SetUpTestSuite() { server = new Server; }
    static void TearDownTestSuite() {
        delete server;
        server = nullptr;
    }
    static Server* server;

    TestFolder folder;
    Environment proxy{"http_proxy", ""};
    fs::path part = folder / "file.bin.part", whole = folder / "file.bin";
    DownloadOptions options{.stallSeconds = 1};

    static DownloadFile file(const std::vector<std::string>& kinds) {
        DownloadFile file{"file.bin", {}, kSize, sha256(content())};
        for (const std::string& kind : kinds)
            file.urls.push_back(kind.find(':') == std::string::npos ? server->url(kind) : kind);
        return file;
    }
    bool download(const std::vector<std::string>& kinds) { return downloadFile(file(kinds), folder.path(), options); }
    std::string refused(const std::vector<std::string>& kinds) {
        return refusal([&] { download(kinds); }, ErrorCategory::Io);
    }
    void expectWhole() {
        EXPECT_EQ(bytesOf(readFile(whole)), content());
        EXPECT_FALSE(fs::exists(part));
    }
    void writePart(std::size_t bytes, int difference = 0) {
        Bytes begin = content();
        begin.resize(bytes);
        for (std::uint8_t& byte : begin)
            byte = static_cast<std::uint8_t>(byte + difference);
        write(part, begin);
    }
    std::string log() {
        downloadFile({"log", {server->url("log")}, 1 << 20, ""}, folder.path(), options);
        return readFile(folder / "log");
    }
};

Server* DownloadTest::server = nullptr;

TEST_F(DownloadTest, DownloadsAFileWithProgress) {
    std::vector<std::uint64_t> done;
    options.progress = [&](const DownloadProgress& progress) {
        EXPECT_EQ(progress.total, kSize);
        EXPECT_THAT(progress.server, HasSubstr("127.0.0.1"));
        done.push_back(progress.done);
    };
    EXPECT_TRUE(download({"good"}));
    expectWhole();
    EXPECT_EQ(done.back(), kSize);
    EXPECT_TRUE(std::ranges::is_sorted(done));
    EXPECT_TRUE(download({"none"})); // it is there: nobody is asked
}

TEST_F(DownloadTest, ResumesAnInterruptedDownload) {
    writePart(150'000);
    std::uint64_t first = 0;
    options.progress = [&](const DownloadProgress& progress) { first = first ? first : progress.done; };
    EXPECT_TRUE(download({"good"}));
    expectWhole();
    EXPECT_GE(first, 150'000U);
}

TEST_F(DownloadTest, RestartsIfTheServerHasNoRanges) {
    writePart(150'000);
    EXPECT_TRUE(download({"plain"}));
    expectWhole();
    fs::remove(whole);
    writePart(150'000);
    EXPECT_TRUE(download({"offset"})); // claims to send a part, and sends another
    expectWhole();
}

TEST_F(DownloadTest, RequestsTheRestOfATruncatedReply) {
    options.attempts = 5;
    EXPECT_TRUE(download({"cut"})); // five pieces
    expectWhole();
    fs::remove(whole);
    options.attempts = 3;
    EXPECT_TRUE(download({"cut", "good"})); // the second server has the rest
    expectWhole();
}

TEST_F(DownloadTest, GivesUpOnAStalledServer) {
    EXPECT_TRUE(download({"stall", "good"}));
    expectWhole();
    fs::remove(whole);
    options.attempts = 1;
    EXPECT_THAT(refused({"stall"}), AllOf(HasSubstr("'file.bin' could not be downloaded (127.0.0.1:"),
                                          HasSubstr("it stalled after 40000 of 200000 bytes")));
    EXPECT_EQ(fs::file_size(part), piece); // for the next time
}

TEST_F(DownloadTest, FalseRepliesAreRejected) {
    EXPECT_THAT(refused({"wrong"}), HasSubstr("its contents are not the published ones (SHA-256)"));
    EXPECT_THAT(refused({"long"}), HasSubstr("it sent more than the 200000 bytes that were published"));
    EXPECT_THAT(refused({"short"}), HasSubstr("it ended after 100000 of 200000 bytes"));
    EXPECT_THAT(refused({"none"}), HasSubstr("404"));
    EXPECT_FALSE(fs::exists(whole));
    fs::remove(part);
    EXPECT_TRUE(download({"wrong", "long", "short", "none", "good"}));
    expectWhole();
}

// What one server began with a lie is thrown away, and the same server is asked again from the beginning.
TEST_F(DownloadTest, AFalsePrefixIsDiscarded) {
    writePart(150'000, 1);
    EXPECT_TRUE(download({"good"}));
    expectWhole();
    fs::remove(whole);
    write(part, Bytes(kSize + 5)); // longer than the file
    EXPECT_TRUE(download({"good"}));
    expectWhole();
}

TEST_F(DownloadTest, ReportsBeingOffline) {
    const std::string message = refused({"http://127.0.0.1:1/file.bin", "http://belfry.invalid/file.bin"});
    EXPECT_THAT(message, AllOf(HasSubstr("No server of 'file.bin' could be reached (127.0.0.1:1: "),
                               HasSubstr("belfry.invalid: "),
                               HasSubstr("Check the network connection, or copy the file from elsewhere into '" +
                                         folder.path().string() + "'.")));
}

TEST_F(DownloadTest, AStopKeepsThePartialFile) {
    std::stop_source stop;
    options.stop = stop.get_token();
    options.progress = [&](const DownloadProgress& progress) {
        if (progress.done > 0)
            stop.request_stop();
    };
    EXPECT_FALSE(download({"slow"}));
    const auto kept = fs::file_size(part);
    EXPECT_GT(kept, 0U);
    EXPECT_LT(kept, kSize);
    options = {.stallSeconds = 1};
    EXPECT_TRUE(download({"good"}));
    expectWhole();
    discardDownload(file({"good"}), folder.path());
}

TEST_F(DownloadTest, FetchesOnlyFiles) {
    write(folder / "secret", content());
    EXPECT_THAT(refused({"file://" + (folder / "secret").string()}), HasSubstr("rotocol"));
}

TEST_F(DownloadTest, ThePlanNamesThePublishedFiles) {
    const Environment home("XDG_DATA_HOME", (folder / "home").string());
    const DownloadPlan fashion = downloadPlan("fashion-mnist");
    EXPECT_EQ(fashion.folder, folder / "home/belfry/fashion-mnist");
    EXPECT_EQ(fashion.bytes, 30'878'645U);
    EXPECT_EQ(fashion.files.size(), 4U);
    const DownloadPlan cifar = downloadPlan("cifar-10", folder.path(), "http://mirror/data");
    EXPECT_EQ(cifar.folder, folder / "cifar-10-batches-bin");
    EXPECT_EQ(cifar.files[0].urls[0], "http://mirror/data/cifar-10-binary.tar.gz");
    EXPECT_THAT(refusal([] { downloadPlan("mnist"); }, ErrorCategory::Usage), HasSubstr("comes with Belfry"));
    EXPECT_THAT(refusal([] { downloadPlan("cifar10"); }, ErrorCategory::Usage), HasSubstr("'cifar-10'"));
    for (const DataSetSource& source : dataSetSources())
        for (const DownloadFile& file : source.downloads) {
            EXPECT_EQ(file.sha256.size(), 64U);
            EXPECT_GE(file.urls.size(), 2U);
        }
}

} // namespace
} // namespace belfry
