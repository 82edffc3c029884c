// Asked when the window is closed while a run is on. GUI thread only.
#pragma once

#include <QDialog>

namespace belfry {

class CloseDialog : public QDialog {
    Q_OBJECT
public:
    explicit CloseDialog(QWidget* parent = nullptr);

Q_SIGNALS:
    void stopAndSave();
    void finishEpoch();
};

} // namespace belfry
