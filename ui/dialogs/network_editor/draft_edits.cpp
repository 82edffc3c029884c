#include "ui/dialogs/network_editor/draft_edits.h"

#include "core/model/layer_kind.h"
#include "ui/dialogs/network_editor/draft_names.h"

#include <algorithm>
#include <set>

namespace belfry {
namespace {

using DraftRow = NetworkDraft::Row;

constexpr const char* kNewBlock = "block"; // the name of one that has none yet

// Lines of text.
struct LineSpan {
    int first, last;
    int count() const { return last - first + 1; }
};

LineSpan spanOf(const NetworkDraft& draft, const RowRange& rows) {
    return {draft.row(rows.first).line, draft.row(rows.last).line};
}

// Indents these lines by the blocks that they stand in.
QString indented(QStringList lines, const LineSpan& span) {
    int depth = 0;
    for (int line = 0; line <= span.last; ++line) {
        const QString words = lines[line].trimmed();
        const bool counts = !words.startsWith('#');
        if (counts && words.startsWith('}'))
            depth = std::max(depth - 1, 0);
        if (line >= span.first && !words.isEmpty())
            lines[line] = QString(kLineIndent * depth, ' ') + words;
        if (counts && words.endsWith('{'))
            ++depth;
    }
    return lines.join('\n');
}

void insert(QStringList& lines, int place, const QStringList& added) {
    for (qsizetype i = 0; i < added.size(); ++i)
        lines.insert(place + i, added[i]);
}

void erase(QStringList& lines, const LineSpan& span) {
    lines.erase(lines.begin() + span.first, lines.begin() + span.last + 1);
}

// The copy of rows, with names of its own.
class Copy {
public:
    Copy(const NetworkDraft& draft, const RowRange& rows) : draft_(draft), rows_(rows), changes_(draft) {}

    QStringList lines() {
        for (int row = rows_.first; row <= rows_.last; ++row)
            if (draft_.row(row).read)
                take(row);
        const LineSpan span = spanOf(draft_, rows_);
        return changes_.lines().mid(span.first, span.count());
    }

private:
    void take(int row) {
        Line& line = changes_.at(row);
        const std::string name = line.as; // `from` and `add` have been replaced: it counts for the lines behind
        for (const auto& [before, now] : names_)
            replaceUses(line, before, now);
        if (name.empty())
            return;
        if (draft_.row(row).depth > draft_.row(rows_.first).depth) {
            if (const auto own = names_.find(name); own != names_.end()) // hides the other
                line.as = own->second;
            return;
        }
        const std::vector<int> users = usersOf(draft_, row);
        const bool isUsed = std::ranges::any_of(users, [this](int user) { return user <= rows_.last; });
        line.as = isUsed ? freshName(draft_, name) : std::string();
        if (isUsed)
            names_[name] = line.as;
    }

    const NetworkDraft& draft_;
    RowRange rows_;
    LineChanges changes_;
    std::map<std::string, std::string> names_; // of lines that are copied, and of their copies
};

// What the lines of a block say by it, said without it.
class Dissolving {
public:
    Dissolving(const NetworkDraft& draft, int start)
        : draft_(draft), changes_(draft), start_(start), end_(draft.row(start).partner),
          block_(std::get<BlockStart>(draft.row(start).read->content)), from_(draft.row(start).read->from) {}

    QStringList lines() {
        if (end_ > start_ + 1) {
            writeWidths();
            nameApart();
            giveInput();
            giveResult();
        }
        return changes_.lines();
    }

private:
    bool isOwn(int row) const { return draft_.row(row).read && draft_.row(row).depth == draft_.row(start_).depth + 1; }

    void writeWidths() {
        for (int row = start_ + 1; row < end_; ++row) {
            const std::optional<Line>& read = draft_.row(row).read;
            const auto* inner = read ? std::get_if<BlockStart>(&read->content) : nullptr;
            if (inner != nullptr && inner->width > 0 && draft_.row(row).partner > row)
                row = draft_.row(row).partner; // has its own
            else if (block_.width > 0 && read && read->layer() != nullptr)
                writeWidth(row);
        }
    }

    void writeWidth(int row) {
        auto& layer = std::get<Layer>(changes_.at(row).content);
        for (const LayerField& field : kindOf(layer).fields(layer))
            if (auto* const* number = std::get_if<int*>(&field.value);
                number != nullptr && field.zero == kWidthWord && **number == 0)
                **number = block_.width;
    }

    // Names that were known in the block alone.
    void nameApart() {
        for (int row = start_ + 1; row < end_; ++row)
            if (isOwn(row) && !draft_.row(row).read->as.empty() && isTaken(draft_, start_, draft_.row(row).read->as))
                changes_.rename(row, freshName(draft_, draft_.row(row).read->as));
    }

    void giveInput() {
        std::string name = from_;
        for (int row = start_ + 1; row < end_; ++row) {
            if (!isOwn(row))
                continue;
            Line before = changes_.at(row);
            replaceUses(before, std::string(kInputName), {});
            if (before == changes_.at(row))
                continue;
            if (name.empty())
                name = nameOfLineBefore();
            replaceUses(changes_.at(row), std::string(kInputName), name);
        }
        if (draft_.row(start_ + 1).read && changes_.at(start_ + 1).from.empty())
            changes_.at(start_ + 1).from = from_;
    }

    std::string nameOfLineBefore() {
        const std::optional<Line> before = start_ > 0 ? draft_.row(start_ - 1).read : std::nullopt;
        if (!before || std::holds_alternative<BlockStart>(before->content)) // the input of what is around
            return std::string(kInputName);
        if (changes_.at(start_ - 1).as.empty())
            changes_.at(start_ - 1).as = freshName(draft_, block_.name + "-input");
        return changes_.at(start_ - 1).as;
    }

    void giveResult() {
        const std::string result = draft_.row(end_).read ? draft_.row(end_).read->as : std::string();
        if (result.empty() || !draft_.row(end_ - 1).read)
            return;
        if (Line& last = changes_.at(end_ - 1); last.as.empty())
            last.as = result;
        else
            changes_.rename(end_, last.as);
    }

    const NetworkDraft& draft_;
    LineChanges changes_;
    int start_, end_;
    BlockStart block_;
    std::string from_;
};

} // namespace

RowRange wholeBlocks(const NetworkDraft& draft, RowRange rows) {
    for (int row = rows.first; row <= rows.last; ++row) {
        const int partner = draft.row(row).partner;
        if (partner > rows.last)
            rows.last = partner;
        if (partner >= 0 && partner < rows.first) {
            rows.first = partner;
            row = partner;
        }
    }
    return rows;
}

QString withLine(const NetworkDraft& draft, int row, const Line& line) {
    LineChanges changes(draft);
    changes.at(row) = line;
    return changes.lines().join('\n');
}

QString withName(const NetworkDraft& draft, int row, const std::string& name) {
    LineChanges changes(draft);
    changes.rename(row, name);
    return changes.lines().join('\n');
}

QString withAdded(const NetworkDraft& draft, int after, const QStringList& added) {
    QStringList lines = draft.lines;
    int place = std::max(static_cast<int>(lines.size()) - 1, 0); // of a text without layers: before its last line
    if (!draft.rows.empty())
        place = after < 0 ? draft.rows.front().line : draft.row(after).line + 1;
    insert(lines, place, added);
    return indented(lines, {place, place + static_cast<int>(added.size()) - 1});
}

QString withRemoved(const NetworkDraft& draft, const RowRange& rows) {
    QStringList lines = draft.lines;
    erase(lines, spanOf(draft, rows));
    return lines.join('\n');
}

QString withCopied(const NetworkDraft& draft, const RowRange& rows) {
    QStringList lines = draft.lines;
    insert(lines, spanOf(draft, rows).last + 1, Copy(draft, rows).lines());
    return lines.join('\n');
}

QString withMoved(const NetworkDraft& draft, const RowRange& rows, int before) {
    QStringList lines = draft.lines;
    const LineSpan span = spanOf(draft, rows);
    int place = before < static_cast<int>(draft.rows.size()) ? draft.row(before).line : draft.rows.back().line + 1;
    if (before > rows.first)
        place = draft.row(before - 1).line + 1; // behind the row above, whose comments follow it
    const QStringList moved = lines.mid(span.first, span.count());
    erase(lines, span);
    place -= place > span.first ? span.count() : 0;
    insert(lines, place, moved);
    return indented(lines, {place, place + span.count() - 1});
}

QString withWrapped(const NetworkDraft& draft, const RowRange& rows) {
    LineChanges changes(draft);
    Line end = BlockEnd();
    if (draft.row(rows.last).read)
        std::swap(end.as, changes.at(rows.last).as);
    QStringList lines = changes.lines();
    const LineSpan span = spanOf(draft, rows);
    lines.insert(span.last + 1, QString::fromStdString(lineText(end)));
    lines.insert(span.first, QString::fromStdString(lineText(Line(BlockStart{.name = kNewBlock}))));
    return indented(lines, {span.first, span.last + 2});
}

QString withDissolved(const NetworkDraft& draft, int row) {
    const int start = std::min(row, draft.row(row).partner), end = std::max(row, draft.row(row).partner);
    const LineSpan span = spanOf(draft, {start, end});
    QStringList lines = Dissolving(draft, start).lines();
    lines.removeAt(span.last);
    lines.removeAt(span.first);
    return indented(lines, {span.first, span.last - 2});
}

QStringList blockAfter(const NetworkDraft& draft, int row, const NetworkData& data) {
    const BlueprintLayer* before = nullptr;
    for (; row >= 0 && before == nullptr; --row)
        before = draft.fitted(row);
    const ImageShape seen = networkInput(data.input, data.image);
    const TensorShape shape = before != nullptr ? before->out : TensorShape{seen.height, seen.width, seen.channels};
    if (shape.height == 1 && shape.width == 1)
        return {QStringLiteral("block residual {"), QStringLiteral("dense %1 relu").arg(shape.channels),
                QStringLiteral("add input"), QStringLiteral("}")};
    return {QStringLiteral("block residual %1 {").arg(shape.channels),
            QStringLiteral("conv width 3x3 same linear no-bias"),
            QStringLiteral("batchnorm relu"),
            QStringLiteral("conv width 3x3 same linear no-bias"),
            QStringLiteral("batchnorm"),
            QStringLiteral("add input relu"),
            QStringLiteral("}")};
}

} // namespace belfry
