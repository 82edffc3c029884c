// The trials of a search as the charts of genes see them, and what is said of a trial. GUI thread only (tr).
#pragma once

#include "ui/bridge/search_view.h"

#include <QString>
#include <QStringList>
#include <vector>

namespace belfry {

// A trial that is done.
struct GeneRow {
    int trial = 0;
    double accuracy = 0;
    std::vector<int> choices; // by gene; kSilent for what changes nothing in its network
    static constexpr int kSilent = -1;
    bool operator==(const GeneRow&) const = default;
};

// By trial. Those in `known`, of the same space, are taken from there: genes never change.
std::vector<GeneRow> geneRows(const SearchView& view, const std::vector<GeneRow>& known = {});

QStringList choiceTexts(const Gene& gene);         // "64", "0.00178", "ReLU": short, as an axis has it
QString trialTip(const SearchView& view, int id);  // all that is known of a trial, some lines; "" for an unknown one
QString trialLine(const SearchView& view, int id); // the same on one line, for screen readers

// Whether the charts have nothing new to show: plan, trials, how they ended and generations are the same.
bool sameResults(const SearchView& a, const SearchView& b);

} // namespace belfry
