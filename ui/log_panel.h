// What happened, line by line with the time of day; the newest thousands of lines. GUI thread only.
#pragma once

#include "ui/widgets/card.h"

class QPlainTextEdit;
class QPushButton;

namespace belfry {

class LogPanel : public Card {
    Q_OBJECT
public:
    explicit LogPanel(QWidget* parent = nullptr);
    void append(const QString& lines);
    QString text() const;

Q_SIGNALS:
    void closeRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    QPlainTextEdit* lines_;
    QPushButton* close_;
};

} // namespace belfry
