// The log, line by line with the time of day; the newest thousands of lines. GUI thread only.
#pragma once

#include "ui/foundation/texts.h"
#include "ui/widgets/card.h"

#include <QPlainTextEdit>
#include <deque>

namespace belfry {

class LogPanel : public Card {
    Q_OBJECT
public:
    explicit LogPanel(QWidget* parent = nullptr);
    void append(const TranslatableText& lines);
    QString text() const { return lines_->toPlainText(); }
    QSize sizeHint() const override { return minimumSizeHint(); } // until the user makes it higher

Q_SIGNALS:
    void closeRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Entry {
        QString time; // of day
        TranslatableText lines;
        QString text() const { return time + QStringLiteral("  ") + lines.text(); }
    };
    std::deque<Entry> entries_; // as many as there are lines at most
    QPlainTextEdit* lines_;
};

} // namespace belfry
