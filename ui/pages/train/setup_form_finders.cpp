// The finders for learning rate and batch, from the form's plan and back into its fields.
#include "ui/dialogs/finders/batch_dialog.h"
#include "ui/dialogs/finders/rate_dialog.h"
#include "ui/pages/train/setup_form.h"
#include "ui/widgets/linked_batch.h"
#include "ui/widgets/number_field.h"

#include <QPushButton>

namespace belfry {

void SetupForm::connectFinders() {
    connect(findRate_, &QPushButton::clicked, this, [this] {
        auto* dialog = new RateDialog(theme_, plan(), window());
        connect(dialog, &RateDialog::chosen, learningRate_, &NumberField::setNumber);
        dialog->open();
    });
    connect(findBatch_, &QPushButton::clicked, this, [this] {
        auto* dialog = new BatchDialog(theme_, plan(), window());
        connect(dialog, &BatchDialog::chosen, this, [this](qint64 batch, std::optional<double> rate) {
            batch_->setBatch(batch, 0);
            if (rate)
                learningRate_->setNumber(*rate);
        });
        dialog->open();
    });
}

void SetupForm::setSearching(bool searching) {
    searching_ = searching;
    showFinders();
}

void SetupForm::showFinders() {
    const QString busy = running_ ? tr("A run is in progress: it would be slowed down, and the measurement with it.")
                         : searching_ ? tr("A search is in progress: it would be slowed down, and the measurement with "
                                           "it. Pause it, or wait for its end.")
                                      : QString();
    const bool usable = busy.isEmpty() && problem().isEmpty();
    const auto display = [&](QPushButton* button, const QString& help) {
        button->setEnabled(usable);
        button->setToolTip(busy.isEmpty() ? help : busy);
        button->setAccessibleDescription(busy);
    };
    display(findRate_, tr("Raises the learning rate from batch to batch and shows where the loss falls and where it "
                          "diverges; no run is created"));
    display(findBatch_, tr("Measures larger and larger batches: the fastest, and the largest that fits into memory"));
}

} // namespace belfry
