// Texts, colours and icons for the state of a run. GUI thread only (tr).
#pragma once

#include "core/runs/run_list.h"
#include "ui/foundation/theme.h"

#include <QIcon>
#include <QString>

namespace belfry {

QString stateText(const std::string& state); // "Finished"
QColor stateColour(const Palette& palette, const std::string& state);
QIcon dotIcon(const QColor& colour, const QColor& ground); // with a rim of the ground's colour

// The look of a run's curve.
struct LineMark {
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    bool thick = false;
    bool operator==(const LineMark&) const = default;
};
QIcon lineIcon(const LineMark& mark, const QColor& ground);

QString momentText(std::int64_t seconds);                                        // since 1970; "22 Nov 01:20"
QString accuracyText(const std::optional<double>& accuracy, std::int64_t epoch); // "98.91 % (3)"; a dash for none
QString runTitle(const RunSummary& run); // "lenet, 64 towers · 22 Nov 01:20 · 98.9 %": of the test, else of the best
// Tells runs of one name apart: "25 Nov 09:06" where another of `among` has the run's name, with seconds where that one
// started in the same minute; "" where none has it.
QString distinctMoment(const RunSummary& run, const std::vector<RunSummary>& among);
QString distinctName(const RunSummary& run, const std::vector<RunSummary>& among); // "quick", "quick, 25 Nov 09:06"
QString tagsText(const std::vector<std::string>& tags);                            // "seed, paper"
bool canResume(const RunSummary& run); // stopped, failed or interrupted before its end

} // namespace belfry
