// Asked before a dialog closes without its changes. GUI thread only.
#pragma once

#include <QDialog>

namespace belfry {

// Accepted: they may go.
class DiscardDialog : public QDialog {
    Q_OBJECT
public:
    // `question`: "Discard the changes to this network?". `effect`: what stays as it was.
    DiscardDialog(const QString& question, const QString& effect, QWidget* parent);
};

// Asks, unless that question is open; then closes `dialog` as rejected, or leaves it open.
void askToDiscard(QDialog* dialog, const QString& question, const QString& effect);

} // namespace belfry
