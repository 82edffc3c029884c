// Lets the rate finder run over a plan and shows the loss over the rate. GUI thread only.
#pragma once

#include "core/study/rate_finder.h"
#include "ui/dialogs/finders/find_dialog.h"

namespace belfry {

class RateBox;

class RateDialog : public FindDialog {
    Q_OBJECT
public:
    // Begins at once.
    RateDialog(const Theme& theme, const Plan& plan, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(double rate); // by Apply

protected:
    void finish() override;

private:
    void take(const RateFinding& finding);
    static CurvePicture pictureOf(const RateFinding& finding);

    RateFinding finding_;
    RateBox* rate_;
};

} // namespace belfry
