// Asked before runs of the trash are deleted from the disk. GUI thread only.
#pragma once

#include <QDialog>
#include <cstdint>

namespace belfry {

// Accepted: they may go.
class EraseDialog : public QDialog {
    Q_OBJECT
public:
    // `bytes`: what they take of the disk.
    EraseDialog(std::int64_t runs, std::int64_t bytes, QWidget* parent);
};

} // namespace belfry
