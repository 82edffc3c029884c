// Asks before a run takes a learning rate far beyond what its optimizer usually works with: a key too many is easily
// typed, and such a rate destroys a trained network within a step. GUI thread only.
#pragma once

#include "core/train/plan.h"
#include "ui/foundation/texts.h"

#include <QCoreApplication>
#include <functional>

namespace belfry {

class Banner;

class RateQuestion {
    Q_DECLARE_TR_FUNCTIONS(belfry::RateQuestion)
public:
    // "13 is 13,000 times the usual rate of Adam, 0.001. ..."; "" for a rate up to ten times the usual one.
    static QString warning(const Plan& plan, double rate);

    explicit RateQuestion(Banner& banner) : banner_(banner) {} // must outlive it

    // Calls `use` once the user agrees. The plan is that of the run, which keeps its rate until then.
    void ask(const Plan& plan, double rate, const std::function<void()>& use);
    void withdraw(); // another rate was entered: takes the question away

private:
    Banner& banner_;
    TranslatableText question_;
};

} // namespace belfry
