// The texts of a network after an edit of its rows. What is moved, copied or removed has the brackets of its blocks
// with it, so they always match where they did before. Comments stay where they are, those between rows go with them.
// GUI thread only.
#pragma once

#include "ui/dialogs/network_editor/network_draft.h"

namespace belfry {

struct RowRange {
    int first = 0, last = -1;
    int count() const { return last - first + 1; }
    bool operator==(const RowRange&) const = default;
};

// The rows, and those of every block that begins or ends among them.
RowRange wholeBlocks(const NetworkDraft& draft, RowRange rows);

QString withLine(const NetworkDraft& draft, int row, const Line& line);        // in the place of a row's
QString withName(const NetworkDraft& draft, int row, const std::string& name); // whoever uses the one before has it too
QString withAdded(const NetworkDraft& draft, int after, const QStringList& lines); // after a row; -1: in front
QString withRemoved(const NetworkDraft& draft, const RowRange& rows);
// After themselves. Of their names the copy has those that it uses, with a number.
QString withCopied(const NetworkDraft& draft, const RowRange& rows);
QString withMoved(const NetworkDraft& draft, const RowRange& rows, int before); // a row; after the last: their number
// The rows in a block. The name of what the last one gives becomes that of what the block gives.
QString withWrapped(const NetworkDraft& draft, const RowRange& rows);
// Without the brackets of the block that the row begins or ends. Its lines stay, once, and get and give what they did.
QString withDissolved(const NetworkDraft& draft, int row);

// The lines of a residual block that can stand after the row, of any network.
QStringList blockAfter(const NetworkDraft& draft, int row, const NetworkData& data);

} // namespace belfry
