// The fields of one gene: check boxes for names, and for numbers a list of them or a range. GUI thread only.
#pragma once

#include "core/search/gene.h"

#include <QWidget>
#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace belfry {

class FieldGrid;
class NumberField;
class RealBox;
class SpinBox;

class GeneFields : public QWidget {
    Q_OBJECT
public:
    explicit GeneFields(QWidget* parent = nullptr);
    // Nothing: no fields. What is wrong with the gene is marked at its fields. `before`: what it was before it was
    // wrong.
    void setGene(const std::optional<Gene>& gene, const std::optional<Gene>& before = {});
    // Before the edit in progress, which ends with Enter or when the focus leaves.
    const Gene& before() const { return *before_; }

Q_SIGNALS:
    // By the user. One that validate() refuses has what was typed, as far as it is numbers.
    void edited(const Gene& gene);

private:
    void makeFields();
    void makeNames(const GeneInfo& info);
    void fill(const std::optional<Gene>& gene);
    void showGene();
    void showChoices();
    void finish(); // an edit
    void showProblems();
    void showProblem(NumberField* field, const QString& problem);
    void take();
    void switchKind(); // values <-> range
    void reportChange(const Gene& gene);
    std::vector<GeneValue> chosenNames() const;

    std::optional<Gene> gene_, before_;
    bool filling_ = false;
    QLabel *help_, *choices_;
    FieldGrid* grid_;
    QWidget* nameList_;
    QVBoxLayout* nameColumn_;
    std::vector<QCheckBox*> names_; // in the table's order
    QCheckBox *range_, *logarithmic_;
    QLineEdit* values_;
    RealBox *from_, *to_;
    SpinBox* points_;
};

} // namespace belfry
