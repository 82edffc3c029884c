// One sentence over the page that something went wrong, with a button that takes it away. Never modal. GUI thread only.
#pragma once

#include "ui/spoken.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace belfry {

class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);
    void say(const Spoken& sentence); // again when the language changes
    QString sentence() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    Spoken said_;
    QLabel* text_;
    QPushButton* dismiss_;
};

} // namespace belfry
