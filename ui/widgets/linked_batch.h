// Batch per tower and global batch, linked through the number of towers: whichever is entered, the other follows, and a
// sentence says how the global batch is divided. GUI thread only.
#pragma once

#include "ui/widgets/number_field.h"

#include <cstdint>

class QLabel;

namespace belfry {

class LinkedBatch : public QWidget {
    Q_OBJECT
public:
    explicit LinkedBatch(QWidget* parent = nullptr);

    // The number of towers changes; what was entered last stays as it is.
    void setTowers(int towers);
    // As in Plan: globalBatch 0 means towers x batchPerTower. Emits changed() when something changes.
    void setBatch(std::int64_t batchPerTower, std::int64_t globalBatch);

    // That of the largest share if the global batch does not divide.
    std::int64_t batchPerTower() const { return static_cast<std::int64_t>(perTower_->number()); }
    std::int64_t globalBatch() const { return static_cast<std::int64_t>(global_->number()); }
    bool divides() const { return globalBatch() % towers_ == 0; }
    const QString& problem() const { return problem_; } // of what was typed; "" when there is none

    // "512 per tower × 2 = 1,024 global", or the exact shares: "343 + 342 + 342 = 1,027 global".
    static QString sentence(std::int64_t globalBatch, int towers);

Q_SIGNALS:
    void changed(qint64 batchPerTower, qint64 globalBatch);
    void problemChanged();

private:
    void change(std::int64_t batchPerTower, std::int64_t globalBatch); // shows them, then emits changed()
    void display(std::int64_t batchPerTower, std::int64_t globalBatch);
    void showSentence();
    void takeProblem();

    int towers_ = 1;
    bool globalLeads_ = false; // the global batch was entered last
    SpinBox* perTower_;
    SpinBox* global_;
    QLabel* sentence_;
    QString problem_;
};

} // namespace belfry
