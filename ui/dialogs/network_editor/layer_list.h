// The layers of a draft as rows: name and words, shape, parameters, work and memory. Neighbouring ones can be selected
// together. Rows are moved with the mouse; the draft itself is changed by the receiver of the signal. GUI thread only.
#pragma once

#include "ui/dialogs/network_editor/draft_edits.h"

#include <QTreeWidget>

namespace belfry {

class LayerList : public QTreeWidget {
    Q_OBJECT
public:
    explicit LayerList(QWidget* parent = nullptr);

    void setDraft(const NetworkDraft& draft, const QColor& wrong); // the current row stays where it is, alone
    int row() const;                                               // the current one; -1: none
    RowRange rows() const;                                         // that are selected
    void setRow(int row);
    void setRows(const RowRange& rows); // the last one becomes the current one

Q_SIGNALS:
    void moved(int before);   // by the mouse: the selected rows, before a row or, by their number, to the end
    void rowChanged(int row); // or what is selected with it

protected:
    void dropEvent(QDropEvent* event) override;

private:
    bool filling_ = false;
};

} // namespace belfry
