// Asked when the window is closed while a run or a search is in progress. GUI thread only.
#pragma once

#include <QDialog>

namespace belfry {

class CloseDialog : public QDialog {
    Q_OBJECT
public:
    enum class About { Run, Search };
    explicit CloseDialog(About about, QWidget* parent = nullptr);

Q_SIGNALS:
    void stopAndSave();
    void finishEpoch(); // of a run
};

} // namespace belfry
