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
        int line = 0;               // of the text, from 0
        std::optional<Layer> layer; // none: the line cannot be read
    };
    QStringList lines;
    std::vector<Row> rows; // one for each layer
    Blueprint blueprint;   // of the layers before the first that is wrong
    QString problem;       // one sentence in the window's language; "" when the network can be trained
    int wrongRow = -1;     // the layer that the problem is about

    const BlueprintLayer* fitted(int row) const; // null from the wrong layer on
};

NetworkDraft makeDraft(const QString& name, const QString& text, const NetworkData& data);

// The texts after an edit. Rows are those of the draft.
QString withLayer(const NetworkDraft& draft, int row, const Layer& layer);    // in the place of a row's
QString withAdded(const NetworkDraft& draft, int after, const QString& line); // after a row; -1: in front
QString withRemoved(const NetworkDraft& draft, int row);
QString withMoved(const NetworkDraft& draft, int from, int to); // `to`: the row's number afterwards

} // namespace belfry
