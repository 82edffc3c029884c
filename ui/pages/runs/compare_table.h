// A table of runs side by side: a column for each, which share the width, and the names of the rows, which stay in
// sight when the columns scroll. GUI thread only.
#pragma once

#include <QIcon>
#include <QTableWidget>
#include <vector>

namespace belfry {

class Theme;

struct CompareHead {
    QString name;   // wrapped; the middle of a very long one is left out, and the tool tip shows all of it
    QString moment; // below the name: tells runs of one name apart; "": none
    QIcon line;     // null: none
};

struct CompareRow {
    QString name;
    QStringList values;           // by column; lines are separated by line feeds
    QStringList differences = {}; // from the baseline, below the value; none, or by column with "" for none
};

class CompareTable : public QTableWidget {
    Q_OBJECT
public:
    // `theme` must outlive the table.
    explicit CompareTable(const Theme& theme, QWidget* parent = nullptr);

    void display(const std::vector<CompareHead>& heads, const std::vector<CompareRow>& rows);

private:
    void fit(); // rows and heads are as high as their wrapped texts
};

} // namespace belfry
