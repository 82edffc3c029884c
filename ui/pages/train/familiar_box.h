// In the pad's answer: whether its picture is like those that the network learnt from. A network answers every picture
// with one of its classes, and is often sure. Asked for, as the training pictures have to be looked at first. GUI
// thread only.
#pragma once

#include "ui/bridge/familiarity_job.h"

#include <QCheckBox>
#include <optional>

namespace belfry {

class ElidedLabel;

class FamiliarBox : public QCheckBox {
    Q_OBJECT
public:
    explicit FamiliarBox(QWidget* parent = nullptr);

    QWidget* said() const; // the label with the answer, hidden while there is none; made with this parent

    // The folder of the run whose network follows, "" without one.
    void setRun(const std::filesystem::path& run);
    // The newest weights, or null. What was asked of earlier weights of the same network goes on with those.
    void setNetwork(const std::shared_ptr<const Snapshot>& snapshot);
    void setPicture(const std::vector<std::uint8_t>& picture); // as the network gets it; empty: there is none

private:
    struct Answer {
        float familiarity = 0, threshold = 0;
    };
    void ask(bool wanted);
    void askForPicture();
    void showProblem(const Text& sentence);
    void showText();
    QString sentence() const;

    std::filesystem::path run_;
    std::shared_ptr<const Snapshot> snapshot_;
    std::vector<std::uint8_t> picture_;
    std::optional<Answer> answer_;
    Text problem_;
    double part_ = 0; // of the training pictures, looked at
    ElidedLabel* said_;
    FamiliarityJob job_;
};

} // namespace belfry
