// Whether looking into the network again would slow training: it may take one part in a hundred of it. Plain value.
#pragma once

namespace belfry {

class CollectionBudget {
public:
    // Seconds that were counted when it begins: of a run that is resumed, those of its earlier sessions.
    explicit CollectionBudget(double from = 0) : from_(from) {}

    // At so many seconds of training. The first time nobody knows what it takes: then always.
    bool allows(double seconds) const { return !known_ || spent_ + last_ <= kShare * (seconds - from_); }
    void spend(double seconds) {
        last_ = seconds;
        spent_ += seconds;
        known_ = true;
    }

private:
    static constexpr double kShare = 0.01;
    double from_ = 0, last_ = 0, spent_ = 0;
    bool known_ = false;
};

} // namespace belfry
