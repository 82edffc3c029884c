// What a run has reached, above its charts, and what can be done with it. Shown from its end until the next run begins.
// GUI thread only.
#pragma once

#include "core/train/events.h"
#include "ui/widgets/card.h"

#include <filesystem>

class QLabel;
class QPushButton;

namespace belfry {

class SpinBox;

class EndCard : public Card {
    Q_OBJECT
public:
    explicit EndCard(QWidget* parent = nullptr);

    // Of a run that is recorded, and finished or was stopped; its plan as it ran.
    void showEnd(const Finished& finished, const Plan& plan);
    // The run to compare with; until then, and empty: there is none. gain: a sentence about what the version of the
    // pictures changed since that run; empty: it is only the one before.
    void setPrevious(const std::filesystem::path& run, const Text& gain = {});
    const std::filesystem::path& run() const { return finished_.runFolder; }
    std::int64_t epochsSinceBest() const;

Q_SIGNALS:
    void evaluateRequested(const std::filesystem::path& run);
    void resumeRequested(const std::filesystem::path& run);
    // To so many epochs in all, or steps where the plan's length is in steps.
    void longerRequested(const std::filesystem::path& run, qint64 length);
    void compareRequested(const std::filesystem::path& run, const std::filesystem::path& previous);
    void exportRequested(const std::filesystem::path& run, const QString& name);

private:
    void makeWidgets();
    void connectAll();
    void retranslate();
    void showLength(bool shown);
    void checkLength();

    Finished finished_;
    Plan plan_;
    std::filesystem::path previous_;
    Text gain_;
    QLabel *result_, *gainText_, *lengthLabel_, *problem_;
    QPushButton *evaluate_, *resume_, *longer_, *compare_, *export_, *close_, *train_;
    SpinBox* length_;
};

} // namespace belfry
