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
class RealBox;
class SpinBox;

class GeneFields : public QWidget {
    Q_OBJECT
public:
    explicit GeneFields(QWidget* parent = nullptr);
    void setGene(const std::optional<Gene>& gene); // nothing: no fields

Q_SIGNALS:
    void edited(const Gene& gene); // by the user; may be an invalid one

private:
    void makeFields();
    void makeNames(const GeneInfo& info);
    void showGene();
    void showChoices();
    void take();
    void switchKind(); // values <-> range
    void reportChange(const Gene& gene);
    std::vector<GeneValue> chosenNames() const;

    std::optional<Gene> gene_;
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
