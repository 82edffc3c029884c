// Asks for another machine that runs are to be trained on too. GUI thread only.
#pragma once

#include "core/ranks/host_list.h"

#include <QDialog>
#include <string>
#include <vector>

class QLineEdit;
class QPushButton;

namespace belfry {

class FieldGrid;
class SpinBox;

class HostDialog : public QDialog {
    Q_OBJECT
public:
    // taken: names that are in the list already. program: path of belfry-cli on the hosts, "" for `own`.
    HostDialog(std::vector<std::string> taken, const QString& program, const QString& own, QWidget* parent);

Q_SIGNALS:
    void chosen(const belfry::Host& host, const QString& program);

private:
    void layOut();
    void check();
    Text problemOfName() const;

    const std::vector<std::string> taken_;
    FieldGrid* grid_;
    QLineEdit* name_;
    SpinBox* towers_;
    QLineEdit* program_;
    QPushButton* add_;
};

} // namespace belfry
