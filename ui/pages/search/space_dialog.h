// The editor of a search space: its genes in their order, and the values of each. GUI thread only.
#pragma once

#include "core/search/search_plan.h"

#include <QDialog>
#include <functional>
#include <map>

class QHBoxLayout;
class QLabel;
class QMenu;
class QPushButton;

namespace belfry {

class Card;
class GeneFields;
class GeneList;
class Theme;

class SpaceDialog : public QDialog {
    Q_OBJECT
public:
    // `preset`: whose genes Reset brings back.
    SpaceDialog(const Theme& theme, Space start, SearchPreset preset, QWidget* parent = nullptr);

    // Without what is being typed and wrong; once accepted: a valid one.
    Space space() const { return space_; }
    // False when it cannot be done; the dialog then says why. A file that says nothing of the trials' plan leaves it.
    bool openFile(const QString& file);
    bool saveFile(const QString& file);
    void reject() override; // asks first where there are changes

private:
    void layOut();
    QHBoxLayout* makeHead();
    Card* makeGenes();
    Card* makeGene();
    QHBoxLayout* makeFoot();
    void connectKeys();
    QMenu* makeAddMenu();
    void showAddMenu();
    void addGene(const std::string& name); // after the current one
    void removeGene();
    void moveGene(int by);
    void reset();
    void takeGene(const Gene& gene);
    std::vector<Gene> shownGenes() const;
    QString problem() const;                        // with a gene or with the space; "": none
    void refresh();                                 // after any change
    void showRow();                                 // the current gene's fields
    bool doWith(const std::function<void()>& work); // with a file; the dialog says what went wrong
    void askOpen();
    void askSave();
    QString sharedText() const; // the settings that no gene changes
    int count() const { return static_cast<int>(space_.genes.size()); }

    const Theme& theme_;
    Space space_;
    std::map<std::string, Gene> wrong_; // genes as they are being typed, by name
    const Space start_;                 // to know changes by
    SearchPreset preset_;
    GeneList* list_;
    GeneFields* fields_;
    Card* geneCard_;
    QMenu* addMenu_;
    QLabel *size_, *shared_, *problem_;
    QPushButton *add_, *remove_, *up_, *down_, *save_, *use_;
};

} // namespace belfry
