// The look of tables. GUI thread only.
#pragma once

class QHeaderView;
class QTableView;

namespace belfry {

// Rows of one height without grid and numbers, chosen as a whole and not edited. `name`: of the object; `label`: the
// accessible name.
void dressTable(QTableView* table, const char* name, const char* label, int rowHeight);

// Pixels that the whole title of a column needs. The header itself asks for less than the style sheet takes of it.
int headWidth(const QHeaderView& header, int column);
// No column that the user or its content may change gets narrower than the widest title.
void fitHeads(QHeaderView* header);

} // namespace belfry
