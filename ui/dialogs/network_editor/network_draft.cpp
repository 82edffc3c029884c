#include "ui/dialogs/network_editor/network_draft.h"

#include "core/base/error.h"
#include "ui/foundation/texts.h"

#include <algorithm>

namespace belfry {
namespace {

bool isComment(const QString& line) {
    const QString text = line.trimmed();
    return text.isEmpty() || text.startsWith('#');
}

std::optional<Layer> layerOf(const QString& line) {
    try {
        return architectureFromText({}, line.toStdString()).layers.at(0);
    } catch (const Error&) {
        return {};
    }
}

} // namespace

const BlueprintLayer* NetworkDraft::fitted(int row) const {
    const auto index = static_cast<std::size_t>(row);
    return row >= 0 && index < blueprint.layers.size() ? &blueprint.layers[index] : nullptr;
}

NetworkDraft makeDraft(const QString& name, const QString& text, const NetworkData& data) {
    NetworkDraft draft;
    draft.lines = text.split('\n');
    Architecture readable{.name = name.toStdString(), .layers = {}};
    bool whole = true;
    for (int line = 0; line < draft.lines.size(); ++line) {
        if (isComment(draft.lines[line]))
            continue;
        draft.rows.push_back({line, layerOf(draft.lines[line])});
        whole = whole && draft.rows.back().layer;
        if (whole)
            readable.layers.push_back(*draft.rows.back().layer);
    }
    Fitting fitting = fitLayers(readable, data.image, data.classes, data.input);
    const bool fits = fitting.blueprint.layers.size() == readable.layers.size();
    try {
        architectureFromText(readable.name, text.toStdString());
    } catch (const Error& error) {
        if (fits) // else a layer before this one does not fit, and is reported first
            fitting.refusal = error.message();
    }
    draft.blueprint = std::move(fitting.blueprint);
    draft.problem = translated(fitting.refusal);
    if (!draft.problem.isEmpty())
        draft.wrongRow = static_cast<int>(std::min(draft.blueprint.layers.size() + 1, draft.rows.size())) - 1;
    return draft;
}

QString withLayer(const NetworkDraft& draft, int row, const Layer& layer) {
    QStringList lines = draft.lines;
    lines[draft.rows[static_cast<std::size_t>(row)].line] = QString::fromStdString(layerText(layer));
    return lines.join('\n');
}

QString withAdded(const NetworkDraft& draft, int after, const QString& line) {
    QStringList lines = draft.lines;
    int place = std::max(static_cast<int>(lines.size()) - 1, 0); // of a text without layers: before its last line
    if (!draft.rows.empty())
        place = after < 0 ? draft.rows.front().line : draft.rows[static_cast<std::size_t>(after)].line + 1;
    lines.insert(place, line);
    return lines.join('\n');
}

QString withRemoved(const NetworkDraft& draft, int row) {
    QStringList lines = draft.lines;
    lines.removeAt(draft.rows[static_cast<std::size_t>(row)].line);
    return lines.join('\n');
}

QString withMoved(const NetworkDraft& draft, int from, int to) {
    QStringList lines = draft.lines;
    lines.move(draft.rows[static_cast<std::size_t>(from)].line, draft.rows[static_cast<std::size_t>(to)].line);
    return lines.join('\n');
}

} // namespace belfry
