// Parts beside or above each other whose sizes the user sets, with the mouse or with the arrow keys. GUI thread only.
#pragma once

#include <QSplitter>

namespace belfry {

class Splitter : public QSplitter {
    Q_OBJECT
public:
    // `name`: of the object, and what its sizes are remembered by (WindowMemory). `gap`: pixels between the parts.
    Splitter(Qt::Orientation orientation, const char* name, int gap, QWidget* parent = nullptr);

    // No part gets smaller than it needs. Those without a stretch keep their size when there is more room; where all
    // have one, they share the room by it.
    Splitter* add(QWidget* part, int stretch = 0);

    // The sizes that the user has set; empty while they are those that the parts ask for.
    QByteArray userSizes() const { return moved_ ? saveState() : QByteArray(); }
    void setUserSizes(const QByteArray& sizes); // ignored where it is not what userSizes() gave

protected:
    QSplitterHandle* createHandle() override;

private:
    QList<int> stretches_;
    bool moved_ = false;
};

} // namespace belfry
