// The finders for learning rate and batch, from the form's plan and back into its fields.
#include "ui/pages/finders/batch_dialog.h"
#include "ui/pages/finders/rate_dialog.h"
#include "ui/pages/train_page/setup_form.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/linked_batch.h"

#include <QPushButton>

namespace belfry {

void SetupForm::connectFinders() {
    connect(findRate_, &QPushButton::clicked, this, [this] {
        auto* dialog = new RateDialog(theme_, plan(), window());
        connect(dialog, &RateDialog::chosen, learningRate_, &QDoubleSpinBox::setValue);
        dialog->open();
    });
    connect(findBatch_, &QPushButton::clicked, this, [this] {
        auto* dialog = new BatchDialog(theme_, plan(), window());
        connect(dialog, &BatchDialog::chosen, this, [this](qint64 batch) { batch_->setBatch(batch, 0); });
        dialog->open();
    });
}

} // namespace belfry
