// `data convert` and `data download`: a bar on a terminal, one line at the end elsewhere.
#include "app/cli/bar.h"
#include "app/cli/data_actions.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "core/data/convert.h"
#include "core/data/data_download.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace belfry::cli {
namespace {

constexpr int kStoppedByUser = 130;

// Redrawn in place at 10 Hz; nothing where stdout is no terminal.
class Bar {
public:
    Bar() : terminal_(::isatty(STDOUT_FILENO) == 1) {}
    ~Bar() {
        if (drawn_)
            std::printf("\r\033[K");
    }
    Bar(const Bar&) = delete;
    Bar& operator=(const Bar&) = delete;

    void draw(double fraction, std::vector<BarPart> parts) {
        const auto now = std::chrono::steady_clock::now();
        if (!terminal_ || now < next_)
            return;
        next_ = now + std::chrono::milliseconds(100);
        drawn_ = true;
        std::printf("\r\033[K%s", barLine(fraction, std::move(parts), terminalColumns()).c_str());
        std::fflush(stdout);
    }

private:
    bool terminal_, drawn_ = false;
    std::chrono::steady_clock::time_point next_;
};

} // namespace

int convertData(const std::string& from, const std::string& to, const std::string& format, const DataOptions& options) {
    const auto data = openDataSet(from, options);
    {
        Bar bar;
        convertDataSet(*data, format, to, [&bar](double part) { bar.draw(part, {{perCent(part, 0), 0}}); });
    }
    std::printf("%s: %s training, %s validation and %s test images as %s in %s\n", data->title.c_str(),
                grouped(data->train->size()).c_str(), grouped(data->validation->size()).c_str(),
                grouped(data->test->size()).c_str(), format.c_str(), to.c_str());
    for (const DataIssue& issue : issues(*data))
        std::printf("%s\n", issue.sentence.english().c_str());
    return 0;
}

int downloadNamed(const std::string& name, const std::string& parent, const std::string& mirror) {
    holdInterrupts(); // before libcurl starts threads of its own
    const DownloadPlan plan =
        downloadPlan(name, parent.empty() ? std::nullopt : std::optional<std::filesystem::path>(parent), mirror);
    std::stop_source stop;
    const InterruptWatch watch([&stop](int count) {
        stop.request_stop();
        if (count > 1)
            std::_Exit(kStoppedByUser);
    });
    bool whole = false;
    {
        Bar bar;
        DownloadOptions options;
        options.stop = stop.get_token();
        options.progress = [&bar](const DownloadProgress& progress) {
            const double part = static_cast<double>(progress.done) / static_cast<double>(progress.total);
            bar.draw(part, {{perCent(part, 0), 0}, {progress.file, 1}, {"from " + progress.server, 2}});
        };
        whole = downloadData(plan, options);
    }
    if (!whole) {
        std::printf("stopped; what came is kept, and the same command goes on from there\n");
        return kStoppedByUser;
    }
    std::printf("%s is in %s, equal to the published files\n", name.c_str(), plan.folder.c_str());
    return 0;
}

} // namespace belfry::cli
