// The other machines of the set-up: a run that starts is trained on each that is checked. GUI thread only.
#pragma once

#include "core/runs/host_run.h"

#include <QWidget>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace belfry {

class HostRow;

class HostPicker : public QWidget {
    Q_OBJECT
public:
    explicit HostPicker(QWidget* parent = nullptr);

    RunHosts hosts() const; // of the next run
    int towers() const;     // on them; one for what is not known yet
    // Why a run over them cannot start; "" where it can. Machines that are still being checked may.
    QString problem() const;
    void setOwnTowers(int towers); // this machine's, for the sentence below the list
    void setLocked(bool locked);   // during a run
    // The whole list, for the settings: JSON. Text that is none makes an empty list.
    QString list() const;
    void setList(const QString& json);

Q_SIGNALS:
    void edited();  // by the user
    void changed(); // also by what is found out about them

private:
    void askForHost();
    void add(const Host& host, bool used);
    void remove(HostRow* row);
    void checkAll(bool links);
    void showSummary();

    QVBoxLayout* rowsColumn_;
    QLabel* summary_;
    QPushButton *add_, *check_;
    std::vector<HostRow*> rows_;
    QString program_; // "": as here
    int ownTowers_ = 1;
};

} // namespace belfry
