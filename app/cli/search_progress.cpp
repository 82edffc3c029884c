#include "app/cli/search_progress.h"

#include "app/cli/bar.h"
#include "app/cli/formatting.h"
#include "core/search/search_log.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace belfry::cli {
namespace {

class SearchJsonLines : public SearchObserver {
public:
    SearchJsonLines(const SearchPlan& plan, std::string search) : plan_(plan), search_(std::move(search)) {}
    void onEvent(const SearchEvent& event) override {
        printJson(toJson(event, plan_.space, search_));
        std::fflush(stdout); // who watches through a pipe gets it at once
    }

private:
    const SearchPlan& plan_;
    const std::string search_;
};

// "winner 1, seed 2: epoch 7 of at most 100, 98.12 %"
std::string textOf(const WinnerEpoch& e) {
    return "winner " + std::to_string(e.rank) + ", seed " + std::to_string(e.seed) + ": epoch " +
           std::to_string(e.epoch) + " of at most " + std::to_string(e.epochs) + ", " + perCent(double{e.accuracy});
}

// The log's lines, one for every trial that ends and for every epoch of a winner; on a terminal with a bar below, where
// the winner's epoch stands.
class TextLines : public SearchObserver {
public:
    TextLines(const SearchPlan& plan, bool bar) : plan_(plan), bar_(bar) {}

    void onEvent(const SearchEvent& event) override {
        if (const auto* started = std::get_if<SearchStarted>(&event))
            report(*started);
        const auto* ended = std::get_if<TrialEnded>(&event);
        if (ended)
            progress_ = ended->progress;
        if (ended && ended->trial.state == TrialState::Done)
            report(*ended);
        else
            for (const std::string& text : logLines(event, plan_))
                line(text);
        if (const auto* epoch = std::get_if<WinnerEpoch>(&event)) {
            winner_ = textOf(*epoch);
            if (!bar_)
                line(winner_);
        }
        const bool over = std::holds_alternative<SearchEnded>(event);
        if (bar_ && !over)
            draw();
        std::fflush(stdout);
    }

private:
    void line(const std::string& text) const { std::printf("%s%s\n", bar_ ? "\r\033[K" : "", oneLine(text).c_str()); }

    void report(const SearchStarted& e) {
        progress_ = e.progress;
        line("search in " + e.folder.string());
        for (const LayoutTrial& trial : e.measured)
            line("  " + counted(trial.layout.trials, "trials in parallel, ", "trial at a time, ") +
                 counted(trial.layout.towers, "towers each: ", "tower each: ") +
                 (trial.problem.empty() ? grouped(std::llround(trial.imagesPerSecond)) + " images/s"
                                        : trial.problem.english()));
        for (const Trial& trial : e.trials)
            best_ = std::max(best_, trial.accuracy);
    }

    void report(const TrialEnded& e) {
        best_ = std::max(best_, e.trial.accuracy);
        line("trial " + counts() + "  " + perCent(e.trial.accuracy) + "  " +
             genesText(plan_.space, e.trial.asked.genes) + "  " + counted(e.trial.epochs, "epochs", "epoch") + ", " +
             duration(e.trial.seconds) + (left().empty() ? "" : "  " + left()));
    }

    // "12/117 (of 672)"
    std::string counts() const {
        const Number all =
            progress_.exhaustive < 1e9 ? decimals(progress_.exhaustive, 0) : significant(progress_.exhaustive, 2);
        return std::to_string(progress_.ended) + "/" + std::to_string(std::llround(progress_.expected)) + " (of " +
               all.english() + ")";
    }
    std::string left() const { return progress_.secondsLeft < 0 ? "" : duration(progress_.secondsLeft) + " left"; }

    void draw() const {
        const double part = static_cast<double>(progress_.ended) / std::max(progress_.expected, 1.0);
        std::vector<BarPart> parts{{counts() + " trials", winner_.empty() ? 0 : 3}, {"best " + perCent(best_), 2}};
        if (!winner_.empty())
            parts.push_back({winner_, 0});
        if (!left().empty())
            parts.push_back({left(), 1});
        drawBar(part, std::move(parts));
    }

    const SearchPlan& plan_;
    const bool bar_;
    SearchProgress progress_;
    double best_ = 0;
    std::string winner_; // in training, as far as it is
};

} // namespace

std::unique_ptr<SearchObserver> makeSearchProgress(OutputStyle style, const SearchPlan& plan, std::string search) {
    if (style == OutputStyle::Json)
        return std::make_unique<SearchJsonLines>(plan, std::move(search));
    return std::make_unique<TextLines>(plan, style == OutputStyle::Bar);
}

} // namespace belfry::cli
