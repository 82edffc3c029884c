// The network's input and its answer. Labels `answer` (the class alone: "7", or "-" when nothing is drawn) and
// `answerDetail` ("98.1 %, snapshot of step 740"). GUI thread only.
#pragma once

#include "core/predict/drawing.h"

#include <QWidget>
#include <cstdint>

class QBoxLayout;
class QLabel;

namespace belfry {

class DigitView;
class ElidedLabel;
class Theme;

class AnswerPanel : public QWidget {
    Q_OBJECT
public:
    explicit AnswerPanel(const Theme& theme, QWidget* parent = nullptr);

    DigitView* view() const { return view_; }
    // What else is asked and said of the picture: at the right of the heading, and below the answer.
    void add(QWidget* question, QWidget* said);
    // `source` is snapshotText(step), or a sentence's end such as "pretrained network" or a run's name.
    void setAnswer(const QString& className, double probability, const QString& source);
    // Nothing drawn: "-"; `hint` says what is missing, "" for the default "nothing drawn yet".
    void clear(const QString& hint = {});
    static QString snapshotText(std::int64_t step); // "snapshot of step 740"

private:
    DigitView* view_;
    QLabel* answer_;
    ElidedLabel* detail_;
    QBoxLayout *heading_, *words_;
    bool empty_ = true;
};

} // namespace belfry
