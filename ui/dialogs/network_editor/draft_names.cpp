#include "ui/dialogs/network_editor/draft_names.h"

#include <algorithm>

namespace belfry {
namespace {

using Row = NetworkDraft::Row;

constexpr std::size_t kLongestBase = 36; // of a name with a number

std::string nameOf(const Row& row) { return row.read ? row.read->as : std::string(); }

bool uses(const Row& row, const std::string& name) {
    if (!row.read)
        return false;
    const Layer* layer = row.read->layer();
    const auto* sum = layer != nullptr ? std::get_if<AddLayer>(layer) : nullptr;
    return row.read->from == name || (sum != nullptr && sum->other == name);
}

} // namespace

int namingRow(const NetworkDraft& draft, int row) {
    const Row& at = draft.row(row);
    return at.read && std::holds_alternative<BlockStart>(at.read->content) ? at.partner : row;
}

QStringList knownNames(const NetworkDraft& draft, int row) {
    QStringList names;
    int depth = draft.row(row).depth;
    for (int above = row - 1; above >= 0; --above) {
        const Row& line = draft.row(above);
        depth = std::min(depth, line.depth); // out of a block
        const QString name = QString::fromStdString(nameOf(line));
        if (line.depth == depth && !name.isEmpty() && !names.contains(name))
            names.prepend(name);
    }
    names.prepend(QString::fromUtf8(kInputName.data(), static_cast<qsizetype>(kInputName.size())));
    return names;
}

bool isTaken(const NetworkDraft& draft, int row, const std::string& name) {
    if (name == kInputName)
        return true;
    const int depth = draft.row(row).depth, rows = static_cast<int>(draft.rows.size());
    const auto isAt = [&](int other) { return draft.row(other).depth == depth && nameOf(draft.row(other)) == name; };
    for (int above = row - 1; above >= 0 && draft.row(above).depth >= depth; --above)
        if (isAt(above))
            return true;
    for (int below = row + 1; below < rows && draft.row(below).depth >= depth; ++below)
        if (isAt(below))
            return true;
    return false;
}

std::vector<int> usersOf(const NetworkDraft& draft, int row) {
    std::vector<int> users;
    const std::string name = nameOf(draft.row(row));
    const int depth = draft.row(row).depth, rows = static_cast<int>(draft.rows.size());
    int hidden = -1; // the depth from which on a line in a block has the same name
    for (int below = row + 1; below < rows && draft.row(below).depth >= depth && !name.empty(); ++below) {
        const Row& line = draft.row(below);
        if (hidden >= 0 && line.depth < hidden)
            hidden = -1;
        if (hidden < 0 && uses(line, name))
            users.push_back(below);
        if (hidden < 0 && line.depth > depth && nameOf(line) == name)
            hidden = line.depth;
    }
    return users;
}

std::string freshName(const NetworkDraft& draft, std::string base) {
    base.resize(std::min(base.size(), kLongestBase));
    std::string name = base;
    const auto has = [&name](const Row& row) { return nameOf(row) == name; };
    for (int number = 2; std::ranges::any_of(draft.rows, has); ++number)
        name = base + "-" + std::to_string(number);
    return name;
}

void replaceUses(Line& line, const std::string& name, const std::string& by) {
    if (line.from == name)
        line.from = by;
    if (auto* layer = std::get_if<Layer>(&line.content))
        if (auto* sum = std::get_if<AddLayer>(layer); sum != nullptr && sum->other == name)
            sum->other = by;
}

Line& LineChanges::at(int row) { return changed_.try_emplace(row, *draft_.row(row).read).first->second; }

void LineChanges::rename(int row, const std::string& name) {
    if (!name.empty())
        for (const int user : usersOf(draft_, row))
            replaceUses(at(user), nameOf(draft_.row(row)), name);
    at(row).as = name;
}

QStringList LineChanges::lines() const {
    QStringList lines = draft_.lines;
    for (const auto& [row, line] : changed_) {
        const Row& changed = draft_.row(row);
        lines[changed.line] = QString(kLineIndent * changed.depth, ' ') + QString::fromStdString(lineText(line));
    }
    return lines;
}

} // namespace belfry
