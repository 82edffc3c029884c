// The progress of a search: ended and expected trials, the networks of the space, the best, elapsed and remaining
// time; below it a thin bar. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"

#include <QWidget>

class QProgressBar;

namespace belfry {

class Figure;

class SearchFigures : public QWidget {
    Q_OBJECT
public:
    explicit SearchFigures(QWidget* parent = nullptr);
    // `since`: seconds since the view's progress was reported; a running search has worked on meanwhile.
    void setView(const SearchView& view, double since);

private:
    Figure *trials_, *everything_, *best_, *time_, *left_;
    QProgressBar* bar_;
};

} // namespace belfry
