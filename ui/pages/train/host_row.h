// One other machine of the set-up: whether it takes part, what is known of it, and a button that takes it away. GUI
// thread only.
#pragma once

#include "core/ranks/host_list.h"
#include "core/runs/host_check.h"
#include "ui/foundation/background.h"

#include <QWidget>
#include <string>

class QCheckBox;
class QLabel;
class QPushButton;

namespace belfry {

class ElidedLabel;

class HostRow : public QWidget {
    Q_OBJECT
public:
    HostRow(const Host& host, bool used, QWidget* parent);

    const Host& host() const { return host_; }
    bool isUsed() const;
    // In the background, in place of a check in progress: with this path of belfry-cli there. link: its speed, too.
    void check(const std::string& program, bool link);
    void leave();                // hides, and is gone once no check is in progress
    int towers() const;          // there; 1 where that is not known yet
    QString problem() const;     // why it cannot take part; "" where it can, as far as is known
    void setLocked(bool locked); // during a run

Q_SIGNALS:
    void edited();  // by the user
    void checked(); // something is known of it
    void removeRequested();

private:
    void showState();
    QString stateText() const;

    Host host_;
    enum class Stage { Checking, Measuring, Known };
    Stage stage_ = Stage::Known;
    HostCheck check_;
    QCheckBox* box_;
    ElidedLabel* name_;
    QPushButton* remove_;
    QLabel* state_;
    Background background_; // last but one: destroyed first, while its job may still run
    LatestJob job_{background_};
};

} // namespace belfry
