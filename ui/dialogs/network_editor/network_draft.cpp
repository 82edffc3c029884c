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

// A line that cannot be read has its brackets all the same, else those of others would not match.
bool begins(const QString& line, const std::optional<Line>& read) {
    return read ? std::holds_alternative<BlockStart>(read->content) : line.trimmed().endsWith('{');
}
bool ends(const QString& line, const std::optional<Line>& read) {
    return read ? std::holds_alternative<BlockEnd>(read->content) : line.trimmed().startsWith('}');
}

// The lines of the network in the text, and how deep in blocks each stands.
std::vector<NetworkDraft::Row> rowsOf(const QStringList& lines) {
    std::vector<NetworkDraft::Row> rows;
    std::vector<int> open; // rows that begin blocks
    for (int line = 0; line < lines.size(); ++line) {
        if (isComment(lines[line]))
            continue;
        const int row = static_cast<int>(rows.size());
        const std::optional<Line> read = lineOf(lines[line]);
        int partner = -1;
        if (ends(lines[line], read) && !open.empty()) {
            partner = open.back();
            rows[static_cast<std::size_t>(partner)].partner = row;
            open.pop_back();
        }
        rows.push_back({.line = line, .read = read, .depth = static_cast<int>(open.size()), .partner = partner});
        if (begins(lines[line], read))
            open.push_back(row);
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

int NetworkDraft::blockOf(int number) const {
    const int start = std::min(number, row(number).partner);
    return start >= 0 && row(start).read ? start : -1;
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

} // namespace belfry
