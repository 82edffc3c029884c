#include "core/serve/answer_server.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/stopwatch.h"
#include "core/base/system_text.h"
#include "core/base/utf8.h"
#include "core/predict/network_input.h"
#include "core/predict/predictor.h"
#include "core/serve/answer_queue.h"
#include "core/serve/client_rules.h"
#include "core/serve/picture_request.h"
#include "core/serve/request_body.h"
#include "core/serve/serve_metrics.h"
#include "core/serve/timed_server.h"

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <functional>
#include <semaphore>
#include <thread>

namespace belfry {
namespace {

using Json = nlohmann::ordered_json; // classes in the order of their labels

constexpr int kConnections = 64;     // at a time; others wait to be taken
constexpr int kKeptConnection = 5;   // seconds without a request
constexpr int kRequestsOfOne = 1000; // then the connection is closed, and others have their turn
constexpr int kRequestTimeouts = 6;  // of a read: for all of a request, and for all of its answer
constexpr std::size_t kShortToken = 16;
constexpr std::uint64_t kMaxPageBytes = 1 << 20;
constexpr const char* kPredictPath = "/predict";

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void setStatus(httplib::Response& response, int status) {
    response.status = status;
    if (status == 401)
        response.set_header("WWW-Authenticate", "Bearer");
}

void sendJson(httplib::Response& response, int status, const Json& json) {
    setStatus(response, status);
    response.set_content(dumped(json) + '\n', "application/json");
}

void sendProblem(httplib::Response& response, int status, const std::string& sentence) {
    sendJson(response, status, {{"error", sentence}});
}

// And closes the connection: what was not read of a request would be taken for the next one. The library does so where
// a provider of content says that it fails.
void sendProblemAndClose(httplib::Response& response, int status, const std::string& sentence) {
    setStatus(response, status);
    response.set_header("Connection", "close");
    const std::string text = dumped({{"error", sentence}}) + '\n';
    response.set_content_provider(text.size(), "application/json",
                                  [text](std::size_t from, std::size_t count, httplib::DataSink& sink) {
                                      sink.write(text.data() + from, count);
                                      return false;
                                  });
}

// Names of media types are compared without regard to case.
bool isJson(std::string type) {
    std::ranges::transform(type, type.begin(), [](unsigned char c) { return std::tolower(c); });
    return type.starts_with("application/json");
}

std::string pageFile(const char* name) { return readFile(resourceFolder() / "serve" / name, kMaxPageBytes); }

void check(const ServeOptions& options) {
    if (options.token.empty() && !namesLoopback(options.host))
        throw usageError(Text::tr("Other machines can reach '%1', and there is no token. Give one (--token-file), or "
                                  "serve on 127.0.0.1.",
                                  options.host));
    if (!options.token.empty() && options.token.size() < kShortToken)
        throw usageError(Text::tr("The token has %1 characters; expected at least %2, such as those of 'openssl rand "
                                  "-hex 32'.",
                                  options.token.size(), kShortToken));
}

} // namespace

struct AnswerServer::Impl {
    Impl(std::shared_ptr<const Snapshot> of, ServeOptions with)
        : snapshot(std::move(of)), options(std::move(with)), page(pageFile("page.html")), style(pageFile("page.css")),
          script(pageFile("page.js")), decoding(options.threads),
          queue(snapshot, options.threads, 4L * options.maxPictures) {
        setUp();
        addPaths();
        bind();
    }

    void setUp() {
        server.new_task_queue = [] { return new httplib::ThreadPool(kConnections); };
        server.set_tcp_nodelay(true);
        server.set_keep_alive_max_count(kRequestsOfOne);
        server.set_keep_alive_timeout(kKeptConnection);
        server.set_read_timeout(options.timeout);
        server.set_write_timeout(options.timeout);
        server.setRequestTimeout(std::chrono::seconds(kRequestTimeouts * options.timeout));
        server.set_payload_max_length(static_cast<std::size_t>(options.maxBytes));
        // Not SO_REUSEPORT, which the library sets: a second server would take half of the first one's requests.
        server.set_socket_options([](socket_t socket) {
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        });
        server.set_default_headers(
            {{"X-Content-Type-Options", "nosniff"},
             {"Cache-Control", "no-store"},
             {"Referrer-Policy", "no-referrer"},
             {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                                         "img-src 'self' blob: data:; frame-ancestors 'none'"}});
        server.set_error_handler([this](const httplib::Request& request, httplib::Response& response) {
            if (response.has_header("Content-Type"))
                return;
            sendProblem(response, response.status, sentenceFor(request, response.status));
            metrics.add("other", response.status, 0);
        });
        server.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            if ((request.method == "POST" && request.path == kPredictPath) || !hasUnlimitedBody(request))
                return httplib::Server::HandlerResponse::Unhandled;
            sendProblemAndClose(response, 411, sentenceFor(request, 411));
            metrics.add("other", 411, 0);
            return httplib::Server::HandlerResponse::Handled;
        });
    }

    std::string sentenceFor(const httplib::Request& request, int status) const {
        if (status == 401)
            return "A token is needed: the header 'Authorization: Bearer TOKEN'.";
        if (status == 403)
            return "Requests of other sites' pages are not answered.";
        if (status == 404)
            return "There is no '" + request.method + ' ' + request.path +
                   "'; there are POST /predict, GET /, /network, /health and /metrics.";
        if (status == 413)
            return "The request is larger than " + std::to_string(options.maxBytes) +
                   " bytes, the most that is read. Send smaller pictures, or fewer.";
        if (status == 408)
            return "The request did not arrive in time: nothing came for " + std::to_string(options.timeout) +
                   " s, or it took more than " + std::to_string(kRequestTimeouts * options.timeout) +
                   " s in all. Send smaller pictures, or start the server with more time (--timeout).";
        if (status == 411)
            return "The request does not say how long it is. Send it with Content-Length, and a form not in chunks.";
        if (status == 415)
            return "The form is compressed (Content-Encoding). Send it as it is.";
        return "The request cannot be read.";
    }

    using Handler = std::function<void(const httplib::Request&, httplib::Response&)>;
    // With the rules for clients, its errors as answers, and its time in the metrics.
    httplib::Server::Handler guarded(const char* path, bool needsToken, Handler handler) {
        return [this, path, needsToken, handler = std::move(handler)](const httplib::Request& request,
                                                                      httplib::Response& response) {
            const Stopwatch watch;
            response.status = 200;
            if (const int refusal = refusalOf(request, needsToken); refusal != 0)
                sendProblem(response, refusal, sentenceFor(request, refusal));
            else
                answer(
                    response, [&] { handler(request, response); });
            metrics.add(path, response.status, watch.seconds());
        };
    }
    // The status, or 0.
    int refusalOf(const httplib::Request& request, bool needsToken) const {
        if (!mayAsk(request.get_header_value("Host"), request.get_header_value("Origin"), options.token.empty()))
            return 403;
        const bool isKnown = options.token.empty() || bears(request.get_header_value("Authorization"), options.token);
        return needsToken && !isKnown ? 401 : 0;
    }
    static void answer(httplib::Response& response, const std::function<void()>& handler) {
        try {
            handler();
        } catch (const Error& error) {
            sendProblem(response, error.category() == ErrorCategory::Data ? 400 : 500, error.what());
        } catch (const std::exception& error) {
            sendProblem(response, 500, error.what());
        }
    }

    void addPaths() {
        const auto file = [this](const char* path, const std::string& content, const char* type) {
            server.Get(path, guarded(path, false, [&content, type](const auto&, httplib::Response& response) {
                           response.set_content(content, type);
                       }));
        };
        file("/", page, "text/html; charset=utf-8");
        file("/page.css", style, "text/css; charset=utf-8");
        file("/page.js", script, "text/javascript; charset=utf-8");
        server.Get("/health", guarded(
                                  "/health", false,
                                  [](const auto&, httplib::Response& response) {
                                      sendJson(response, 200, {{"status", "ok"}});
                                  }));
        server.Get("/network",
                   guarded(
                       "/network", true,
                       [this](const auto&, httplib::Response& response) { sendJson(response, 200, networkJson()); }));
        server.Get("/metrics", guarded(
                                   "/metrics", true,
                                   [this](const auto&, httplib::Response& response) {
                                       response.set_content(metrics.text(queue.counts(), snapshot->source),
                                                            "text/plain; version=0.0.4");
                                   }));
        server.Post(kPredictPath,
                    [this](const httplib::Request& request, httplib::Response& response,
                           const httplib::ContentReader& reader) { readAndPredict(request, response, reader); });
    }

    void readAndPredict(const httplib::Request& request, httplib::Response& response,
                        const httplib::ContentReader& reader) {
        // A client that is refused must have sent its request before it looks for the answer.
        const int refusal = refusalOf(request, true);
        RequestBody body;
        const Stopwatch reading;
        int read = readBody(request, response, reader, options.maxBytes, refusal == 0, body);
        if (read == 400 && reading.seconds() >= options.timeout)
            read = 408;
        const Stopwatch watch;
        response.status = 200;
        const int status = refusal != 0 ? refusal : read;
        if (read != 200)
            sendProblemAndClose(response, status, sentenceFor(request, status));
        else if (refusal != 0)
            sendProblem(response, status, sentenceFor(request, status));
        else
            answer(response, [&] { predict(request.get_header_value("Content-Type"), body, response); });
        metrics.add(kPredictPath, response.status, watch.seconds());
    }

    Json networkJson() const {
        const ImageShape& shape = snapshot->blueprint->image;
        return {{"network", snapshot->source},
                {"architecture", snapshot->blueprint->architecture.name},
                {"data", snapshot->data},
                {"step", snapshot->step},
                {"classes", snapshot->classes},
                {"picture", {{"height", shape.height}, {"width", shape.width}, {"channels", shape.channels}}},
                {"handwriting", readsHandwriting(*snapshot)},
                {"none_below", options.noneBelow}};
    }

    static PictureRequest requestFrom(const std::string& type, const RequestBody& body) {
        if (isJson(type))
            return jsonRequest(body.content);
        PictureRequest asked;
        for (const BodyPart& part : body.parts)
            if (part.field == "none_below")
                asked.noneBelow = noneBelowFrom(part.content);
            else
                asked.pictures.push_back({.name = part.fileName.empty() ? part.field : part.fileName,
                                          .file = copiedBytes(asBytes(part.content))});
        if (!body.isForm)
            asked.pictures.push_back({.name = "picture", .file = copiedBytes(asBytes(body.content))});
        return asked;
    }

    void predict(const std::string& type, const RequestBody& body, httplib::Response& response) {
        const PictureRequest asked = requestFrom(type, body);
        if (asked.pictures.empty() || std::ssize(asked.pictures) > options.maxPictures)
            throw dataError(Text::tr("The request has %1 pictures; expected 1 to %2.", asked.pictures.size(),
                                     std::int64_t{options.maxPictures}));
        std::vector<std::uint8_t> inputs;
        std::vector<std::string> problems(asked.pictures.size());
        for (std::size_t i = 0; i < asked.pictures.size(); ++i)
            readInto(inputs, asked.pictures[i], problems[i]);
        std::optional<std::vector<float>> probabilities = std::vector<float>();
        if (!inputs.empty())
            probabilities = queue.answer(inputs);
        if (!probabilities) {
            response.set_header("Retry-After", "1");
            return sendProblem(response, 503, "Too many pictures wait for an answer. Ask again in a second.");
        }
        Json answers = Json::array();
        auto next = probabilities->cbegin();
        for (std::size_t i = 0; i < asked.pictures.size(); ++i) {
            Json answer = {{"picture", asked.pictures[i].name}};
            if (problems[i].empty()) {
                addAnswer(answer, {next, next + std::ssize(snapshot->classes)},
                          asked.noneBelow.value_or(options.noneBelow));
                next += std::ssize(snapshot->classes);
            } else {
                answer["error"] = problems[i];
            }
            answers.push_back(std::move(answer));
        }
        sendJson(response, inputs.empty() ? 400 : 200,
                 {{"answers", answers}, {"network", snapshot->source}, {"step", snapshot->step}});
    }

    // Few at a time: a picture may take 450 MB until it is resized.
    void readInto(std::vector<std::uint8_t>& inputs, const NamedPicture& picture, std::string& problem) {
        decoding.acquire();
        try {
            const std::vector<std::uint8_t> input = pictureIn(picture.file, picture.name, *snapshot);
            inputs.insert(inputs.end(), input.begin(), input.end());
        } catch (const std::exception& error) {
            problem = error.what();
        }
        decoding.release();
    }

    void addAnswer(Json& answer, std::span<const float> probabilities, double noneBelow) const {
        const BestAnswer best = bestAnswer(probabilities, noneBelow);
        answer["answer"] = snapshot->classes[best.label];
        answer["confidence"] = best.confidence;
        answer["none_of_these"] = best.noneOfThese;
        Json& all = answer["probabilities"] = Json::object();
        for (std::size_t label = 0; label < probabilities.size(); ++label)
            all[snapshot->classes[label]] = probabilities[label];
    }

    void bind() {
        boundPort = options.port;
        if (options.port == 0)
            boundPort = server.bind_to_any_port(options.host);
        else if (!server.bind_to_port(options.host, options.port))
            boundPort = -1;
        if (boundPort < 0)
            throw ioError(Text::tr("Cannot listen on %1, port %2. Is another program there? Choose another port "
                                   "(--port), or 0 for any that is free.",
                                   options.host, std::int64_t{options.port}));
    }

    std::shared_ptr<const Snapshot> snapshot;
    ServeOptions options;
    std::string page, style, script;
    std::counting_semaphore<> decoding;
    AnswerQueue queue;
    ServeMetrics metrics;
    TimedServer server; // after what its threads use
    int boundPort = -1;
    std::atomic<bool> running = false, stopping = false;
};

AnswerServer::AnswerServer(std::shared_ptr<const Snapshot> snapshot, ServeOptions options) {
    check(options);
    options.threads = std::max(options.threads, 1);
    impl_ = std::make_unique<Impl>(std::move(snapshot), std::move(options));
}

AnswerServer::~AnswerServer() = default;

int AnswerServer::port() const { return impl_->boundPort; }

std::string AnswerServer::address() const {
    const std::string& host = impl_->options.host;
    return "http://" + (host.find(':') != std::string::npos ? '[' + host + ']' : host) + ':' + std::to_string(port()) +
           '/';
}

void AnswerServer::run() {
    impl_->running = true;
    if (!impl_->stopping)
        impl_->server.listen_after_bind();
    impl_->running = false;
}

void AnswerServer::stop() {
    impl_->stopping = true;
    while (impl_->running && !impl_->server.is_running())
        std::this_thread::yield(); // the library forgets a stop before it listens
    impl_->server.stop();
}

} // namespace belfry
