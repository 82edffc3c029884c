// The names by which the lines of a draft get what others gave: which a line may use, and who uses one. GUI thread
// only.
#pragma once

#include "ui/dialogs/network_editor/network_draft.h"

#include <map>

namespace belfry {

// The row whose `as` names what a row's layer or block gives: of a block the one that ends it; -1: there is none.
int namingRow(const NetworkDraft& draft, int row);
// The names that a row can use: `input`, then from top to bottom.
QStringList knownNames(const NetworkDraft& draft, int row);
// Whether another line of the block that the row stands in is named so, or it is `input`.
bool isTaken(const NetworkDraft& draft, int row, const std::string& name);
// The rows that use what the row's `as` names.
std::vector<int> usersOf(const NetworkDraft& draft, int row);
std::string freshName(const NetworkDraft& draft, std::string base); // that no line has

// Lines of a draft that are to be others. Rows that cannot be read stay as they are.
class LineChanges {
public:
    explicit LineChanges(const NetworkDraft& draft) : draft_(draft) {}
    Line& at(int row); // to be changed; of a row that can be read
    // Of what a row's `as` names, with all who use it. "" takes the name from the row alone.
    void rename(int row, const std::string& name);
    QStringList lines() const; // the draft's, with the changes

private:
    const NetworkDraft& draft_;
    std::map<int, Line> changed_;
};

void replaceUses(Line& line, const std::string& name, const std::string& by); // of `from` and `add`

} // namespace belfry
