// Clients that take their time, in front of a server with one place: the next client must have its turn.
#include "core/serve/timed_server.h"
#include "tests/core/serve/raw_client.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace belfry {
namespace {

constexpr int kPaceMilliseconds = 20; // of the slow ones, between two bytes

class TimedServerTest : public testing::Test {
protected:
    void SetUp() override {
        server_.new_task_queue = [] { return new httplib::ThreadPool(1); };
        server_.setRequestTimeout(std::chrono::seconds(1));
        server_.set_read_timeout(3600);
        server_.set_write_timeout(3600);
        server_.set_keep_alive_timeout(3600);
        server_.Get("/small", [](const httplib::Request& request, httplib::Response& response) {
            response.set_content("small" + request.get_param_value("n"), "text/plain");
        });
        server_.Get("/large", [](const auto&, httplib::Response& response) {
            response.set_content(std::string(64 << 20, 'x'), "text/plain");
        });
        port_ = server_.bind_to_any_port("127.0.0.1");
        ASSERT_GT(port_, 0);
        thread_ = std::jthread([this] { server_.listen_after_bind(); });
        while (!server_.is_running())
            std::this_thread::yield(); // the library forgets a stop before it listens
    }
    void TearDown() override { server_.stop(); }
    void theNextIsAnswered() const {
        httplib::Client client("127.0.0.1", port_);
        client.set_read_timeout(60);
        const httplib::Result result = client.Get("/small");
        ASSERT_TRUE(result) << httplib::to_string(result.error());
        EXPECT_EQ(result->body, "small");
    }

    TimedServer server_;
    int port_ = -1;
    std::jthread thread_;
};

TEST_F(TimedServerTest, HeadersThatNeverEnd) {
    const test::RawClient slow(port_);
    slow.send("GET /small HTTP/1.1\r\nX-Slow: ");
    while (!slow.hears(kPaceMilliseconds))
        slow.send("a");
    const std::string answer = slow.takeAll();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << answer;
    theNextIsAnswered();
}

TEST_F(TimedServerTest, AnAnswerThatIsTakenByTheByte) {
    const test::RawClient slow(port_);
    slow.send("GET /large HTTP/1.1\r\n\r\n");
    ASSERT_TRUE(slow.hears(60'000));
    const std::jthread taking([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            slow.take(1);
            ::poll(nullptr, 0, kPaceMilliseconds); // the pace is the point
        }
    });
    theNextIsAnswered();
}

// Each has its own time: the connection lives longer than one may take.
TEST_F(TimedServerTest, RequestsOfAKeptConnection) {
    const test::RawClient kept(port_);
    for (int request = 0; request < 3; ++request) {
        EXPECT_FALSE(kept.hears(500));
        ASSERT_TRUE(kept.send("GET /small HTTP/1.1\r\n\r\n"));
        std::string answer, more;
        do
            answer += more = kept.take(1);
        while (!more.empty() && !answer.ends_with("small"));
        EXPECT_FALSE(more.empty()) << answer;
    }
}

TEST_F(TimedServerTest, RequestsThatComeTogether) {
    const test::RawClient client(port_);
    client.send("GET /small?n=1 HTTP/1.1\r\n\r\nGET /small?n=2 HTTP/1.1\r\nConnection: close\r\n\r\n");
    const std::string answers = client.takeAll();
    EXPECT_LT(answers.find("small1"), answers.find("small2"));
    EXPECT_TRUE(answers.ends_with("small2")) << answers;
}

// It ended with the last connection, which a browser keeps.
TEST_F(TimedServerTest, AStopDoesNotWaitForAKeptConnection) {
    const test::RawClient kept(port_);
    kept.send("GET /small HTTP/1.1\r\n\r\n");
    ASSERT_TRUE(kept.hears(60'000));
    server_.stop();
    thread_.join();
}

} // namespace
} // namespace belfry
