// What scrolls up and down where a low window has less room than it needs: messages and the log come and go, and would
// push the window over the edge of a small screen. GUI thread only.
#pragma once

#include <QScrollArea>

namespace belfry {

class ScrollIfShort : public QScrollArea {
    Q_OBJECT
public:
    // Takes the content. minHeight: that it may be given whatever the content needs.
    ScrollIfShort(QWidget* content, int minHeight, const char* name, QWidget* parent);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    QSize contentNeeds() const;
    void fit();
    int minHeight_;
};

} // namespace belfry
