// The fields of one line of a draft: of a layer its properties, of a block what its first and last line say, and of
// both where the line gets its input from and by which name others get what it gives. A name that cannot be leaves the
// network as it is, with the sentence of the text below the field. GUI thread only.
#pragma once

#include "ui/dialogs/network_editor/network_draft.h"

#include <QWidget>
#include <functional>

class QCheckBox;
class QLineEdit;

namespace belfry {

class ComboBox;
class FieldGrid;
class Fold;
class LayerFields;
class SpinBox;

class LineFields : public QWidget {
    Q_OBJECT
public:
    using Attempt = std::function<NetworkDraft(const QString& text)>;
    // `draft`: whose rows are shown; `attempt`: what it would be with another text. Both outlive the fields.
    LineFields(const NetworkDraft& draft, Attempt attempt, QWidget* parent = nullptr);
    void showRow(int row);   // -1: none
    QString problem() const; // of what was typed and is not in the text; "": none

Q_SIGNALS:
    void judged();                    // what was typed may have another problem than before
    void edited(const QString& text); // by the user: of the whole network
    void sought(QWidget* part);       // it is to be in sight

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void seek();
    void makeBlockFields();
    void makeConnections();
    void showLayer();
    void showBlock();
    void showConnections(bool newRow);
    QString blameOf(const Line& otherwise) const; // the draft's problem, where another block's line would not have it
    void takeBlockName();
    void takeBlock(); // all but its name
    void takeInput();
    void takeName();
    // Takes the text, or says at the field why not.
    void takeText(FieldGrid* grid, QLineEdit* edit, const QString& text, bool allowed);
    void showProblem(SpinBox* number, const QString& blame); // what was typed comes before what the draft says of it

    const NetworkDraft& draft_;
    Attempt attempt_;
    int row_ = -1;   // that is shown; of a block the one that begins it
    int named_ = -1; // whose `as` is shown
    bool filling_ = false, typing_ = false;
    bool unfolding_ = false; // by the user; its fields find their places in several steps
    std::string nameBefore_; // of the line, before it was edited
    LayerFields* layer_;
    FieldGrid *block_, *connections_;
    Fold* fold_;
    QLineEdit *blockName_, *name_;
    SpinBox *width_, *repeats_;
    QCheckBox* checkpoint_;
    ComboBox* input_;
};

} // namespace belfry
