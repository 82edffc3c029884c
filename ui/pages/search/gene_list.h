// The genes of a space as rows, in their order: title, choices and how many these are. GUI thread only.
#pragma once

#include "core/search/gene.h"

#include <QTreeWidget>
#include <vector>

namespace belfry {

class GeneList : public QTreeWidget {
    Q_OBJECT
public:
    explicit GeneList(QWidget* parent = nullptr);

    // The current row stays where it is. An invalid gene is marked in the colour `wrong`.
    void setGenes(const std::vector<Gene>& genes, const QColor& wrong);
    int row() const; // the current one; -1: none
    void setRow(int row);

Q_SIGNALS:
    void rowChanged(int row);

private:
    bool filling_ = false;
};

} // namespace belfry
