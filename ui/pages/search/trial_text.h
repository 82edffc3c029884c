// Texts of the Search page about a search and its trials. GUI thread only (tr).
#pragma once

#include "core/search/trial.h"
#include "ui/bridge/search_view.h"
#include "ui/foundation/theme.h"

#include <QString>

namespace belfry {

// States share their words and colours with runs (widgets/run_state_text.h).
QString searchStateText(const std::string& state); // a search's: "Running", "Paused", "Finished" ...
// `paused`: the search is, and with it the trials in progress.
QString trialStateText(TrialState state, bool paused);
QColor trialStateColour(const Palette& palette, TrialState state, bool paused);

Text searchName(const std::string& name); // the title of a preset that gave it; else the name
Text searchName(const SearchView& view);
QString searchTitle(const SearchSummary& search); // "Genetic search, MNIST · 22 Nov 01:20 · 98.9 %"

QString genesOf(const SearchView& view, const Trial& trial); // "Width 256, Hidden layers 2, ReLU, Adam"
QString parentsText(const Trial& trial);                     // "3 and 7", "none (random)"
QString mutatedText(const Trial& trial);                     // "width, optimizer"
// The origin of this gene of a child: "from 12", "from 12 and 7" when both parents have it, "mutated"; ""
// for a trial that was drawn.
QString originText(const SearchView& view, const Trial& trial, std::size_t gene);
QString helpersText(const SearchView& view); // where other machines join, and how many have; "": nowhere
QString layoutText(const SearchView& view);  // how the devices are used, and what that was measured at
// The progress of the winners in training: "seed 2, epoch 7 of at most 100, 98.12 %; seed 3"; of another trial than
// `best` which one it is.
QString winnersText(const SearchView& view, int best);
QString approximately(double count);        // "117", "1.2e9"
QString testText(const TestFigure& figure); // "98.30 % ± 0.14"

} // namespace belfry
