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

std::optional<Line> lineOf(const QString& line) {
    try {
        return architectureFromText({}, line.toStdString()).lines.at(0);
    } catch (const Error&) {
        return {};
    }
}

// The lines of the network in the text, and how deep in blocks each stands.
std::vector<NetworkDraft::Row> rowsOf(const QStringList& lines) {
    std::vector<NetworkDraft::Row> rows;
    int depth = 0;
    for (int line = 0; line < lines.size(); ++line) {
        if (isComment(lines[line]))
            continue;
        const std::optional<Line> read = lineOf(lines[line]);
        if (read && std::holds_alternative<BlockEnd>(read->content))
            depth = std::max(depth - 1, 0);
        rows.push_back({.line = line, .read = read, .depth = depth});
        if (read && std::holds_alternative<BlockStart>(read->content))
            ++depth;
    }
    return rows;
}

// The lines before the first that cannot be read, with an end for each block that goes on behind them.
Architecture readableOf(const std::string& name, const std::vector<NetworkDraft::Row>& rows, std::size_t readable) {
    Architecture architecture{.name = name, .lines = {}};
    for (std::size_t row = 0; row < readable; ++row)
        architecture.lines.push_back(*rows[row].read);
    if (readable < rows.size())
        architecture.lines.insert(architecture.lines.end(), static_cast<std::size_t>(rows[readable].depth), BlockEnd());
    return architecture;
}

} // namespace

std::optional<Layer> NetworkDraft::Row::layer() const {
    return read && read->layer() ? std::optional(*read->layer()) : std::nullopt;
}

const BlueprintLayer* NetworkDraft::fitted(int row) const {
    const auto layer = std::ranges::find(blueprint.layers, static_cast<std::size_t>(row), &BlueprintLayer::line);
    return row >= 0 && layer != blueprint.layers.end() ? &*layer : nullptr;
}

NetworkDraft makeDraft(const QString& name, const QString& text, const NetworkData& data) {
    NetworkDraft draft;
    draft.lines = text.split('\n');
    draft.rows = rowsOf(draft.lines);
    const auto unread = std::ranges::find_if(draft.rows, [](const NetworkDraft::Row& row) { return !row.read; });
    const auto readable = static_cast<std::size_t>(unread - draft.rows.begin());
    Fitting fitting =
        fitLayers(readableOf(name.toStdString(), draft.rows, readable), data.image, data.classes, data.input);
    std::size_t wrong = fitting.wrongLine;
    try {
        architectureFromText(name.toStdString(), text.toStdString());
    } catch (const Error& error) {
        if (fitting.refusal.empty() || wrong >= readable) { // else a line before this one is reported first
            fitting.refusal = error.message();
            wrong = readable;
        }
    }
    draft.blueprint = std::move(fitting.blueprint);
    draft.problem = translated(fitting.refusal);
    if (!draft.problem.isEmpty())
        draft.wrongRow = static_cast<int>(std::min(wrong + 1, draft.rows.size())) - 1;
    return draft;
}

QString withLayer(const NetworkDraft& draft, int row, const Layer& layer) {
    QStringList lines = draft.lines;
    const NetworkDraft::Row& edited = draft.rows[static_cast<std::size_t>(row)];
    Line line = *edited.read;
    line.content = layer;
    lines[edited.line] = QString(kLineIndent * edited.depth, ' ') + QString::fromStdString(lineText(line));
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
