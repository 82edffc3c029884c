// The layers of a draft as rows: name and words, shape, parameters, work and memory. Rows are moved with the mouse; the
// draft itself is changed by the receiver of the signal. GUI thread only.
#pragma once

#include "ui/dialogs/network_editor/network_draft.h"

#include <QTreeWidget>

namespace belfry {

class LayerList : public QTreeWidget {
    Q_OBJECT
public:
    explicit LayerList(QWidget* parent = nullptr);

    void setDraft(const NetworkDraft& draft, const QColor& wrong); // the current row stays where it is
    int row() const;                                               // the current one; -1: none
    void setRow(int row);

Q_SIGNALS:
    void moved(int from, int to); // by the mouse
    void rowChanged(int row);

protected:
    void dropEvent(QDropEvent* event) override;

private:
    bool filling_ = false;
};

} // namespace belfry
