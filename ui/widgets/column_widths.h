// Widths of the columns of a table that share its room: some get what their cells need beyond their width, the last one
// the rest. Where there is too little, these give way together. A width that the user has dragged stays. GUI thread
// only.
#pragma once

#include <QObject>
#include <functional>
#include <map>
#include <vector>

class QHeaderView;
class QTableView;

namespace belfry {

class ColumnWidths : public QObject {
    Q_OBJECT
public:
    // `table` must outlive it, and have its model already. `widthOf`: pixels of a column without spare room. `growing`:
    // the columns that get more of it, the first one first.
    ColumnWidths(QTableView& table, std::function<int(int column)> widthOf, std::vector<int> growing);

    void share();
    void shareSoon(); // once for all that changes until the event loop is at work again: measuring cells takes time
    // By the user, in pixels; columns with other widths have those of `widthOf`.
    const std::map<int, int>& dragged() const { return dragged_; }
    void setDragged(std::map<int, int> widths);

Q_SIGNALS:
    void draggedByUser();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // of the room

private:
    int needed(int column) const; // by its title and its cells
    int shrink(std::map<int, int>& widths, int missing) const;

    QTableView& table_;
    QHeaderView& header_;
    std::function<int(int)> widthOf_;
    std::vector<int> growing_;
    std::map<int, int> dragged_;
    bool sharing_ = false;
    bool awaited_ = false; // share() has been asked for
};

} // namespace belfry
