// Asked before the network editor closes without its changes. Accepted: they may go. GUI thread only.
#pragma once

#include <QDialog>

namespace belfry {

class DiscardDialog : public QDialog {
    Q_OBJECT
public:
    explicit DiscardDialog(QWidget* parent);
};

} // namespace belfry
