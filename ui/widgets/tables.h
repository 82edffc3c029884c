// The look of tables. GUI thread only.
#pragma once

class QTableView;

namespace belfry {

// Rows of one height without grid and numbers, chosen as a whole and not edited. `name`: of the object; `label`: the
// accessible name.
void dressTable(QTableView* table, const char* name, const char* label, int rowHeight);

} // namespace belfry
