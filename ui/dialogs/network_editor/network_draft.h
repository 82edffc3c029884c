// A network in the making: its text, what each layer's line is, and how far the layers fit a data set. Any text is a
// draft; comments and blank lines stay where they are. GUI thread only (translated sentences).
#pragma once

#include "core/model/blueprint.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace belfry {

// The data that the network is to be trained on.
struct NetworkData {
    QString title; // "MNIST"
    ImageShape image;
    int classes = 10;
    InputStage input;
};

struct NetworkDraft {
    struct Row {
        int line = 0;                       // of the text, from 0
        std::optional<Line> read;           // none: the line cannot be read
        int depth = 0;                      // blocks that it stands in
        int partner = -1;                   // the row that ends the block it begins, or the other way round; -1: none
        std::optional<Layer> layer() const; // none: it is no layer, or cannot be read
    };
    QStringList lines;
    std::vector<Row> rows; // one for each line of the network
    Blueprint blueprint;   // of the layers before the first that is wrong
    QString problem;       // one sentence in the window's language; "" when the network can be trained
    int wrongRow = -1;     // the line that the problem is about

    const Row& row(int number) const { return rows[static_cast<std::size_t>(number)]; }
    int blockOf(int row) const; // the row that begins the block which this one begins or ends; -1: it does neither
    // The first layer of a line, which a block may repeat; null from the wrong line on, and where it is no layer.
    const BlueprintLayer* fitted(int row) const;
};

// `name`: of the network. Throws nothing: what is wrong is in the draft.
NetworkDraft makeDraft(const QString& name, const QString& text, const NetworkData& data);

} // namespace belfry
