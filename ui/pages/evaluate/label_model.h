// Pictures without a label, the network's proposals, and what a person decides about each, as rows of a table. GUI
// thread only.
#pragma once

#include "core/predict/pictures_to_label.h"
#include "ui/widgets/row_model.h"

#include <optional>

namespace belfry {

struct LabelRow {
    PictureToLabel picture;
    std::optional<int> label; // decided
    bool skipped = false;     // decided: it gets none
};

class LabelModel : public RowModel<LabelRow> {
    Q_OBJECT
public:
    enum Column { Picture, Proposal, Label, Columns };

    explicit LabelModel(QObject* parent = nullptr);

    void setPictures(const std::vector<PictureToLabel>& pictures, const std::vector<std::string>& classes);
    void decide(std::size_t row, std::optional<int> label); // none: it gets no label
    // Takes the last decision back. Its row; none: nothing was decided.
    std::optional<std::size_t> undo();
    bool canUndo() const { return !steps_.empty(); }
    std::vector<LabelRow> labelled() const;

private:
    struct Step {
        std::size_t row = 0;
        LabelRow before;
    };
    void put(std::size_t row, const LabelRow& content);
    QString className(int label) const;

    std::vector<std::string> classes_;
    std::vector<Step> steps_;
};

} // namespace belfry
