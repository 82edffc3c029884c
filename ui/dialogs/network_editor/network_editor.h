// Where a user makes a network: rows of layers, the fields of one, and the same as text. The text is the document; all
// edits change it, one undo step each, and everything else shows it. GUI thread only.
#pragma once

#include "ui/dialogs/network_editor/network_draft.h"

#include <QDialog>
#include <functional>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace belfry {

class Card;
class ChoiceBox;
class LayerFields;
class LayerList;
class NetworkDiagram;
class Theme;

class NetworkEditor : public QDialog {
    Q_OBJECT
public:
    NetworkEditor(const Theme& theme, const Architecture& start, NetworkData trainedOn, QWidget* parent = nullptr);

    Architecture architecture() const; // once accepted: one that fits the data
    // False when it cannot be done; the window then says why.
    bool openFile(const QString& file);
    bool saveFile(const QString& file);    // .json, else text with its comments
    bool savePicture(const QString& file); // .svg, else PNG
    void reject() override;                // asks first where there are changes

private:
    void layOut();
    QHBoxLayout* makeHead();
    Card* makePicture();
    Card* makeLayers();
    Card* makeProperties();
    Card* makeText();
    QHBoxLayout* makeFoot();
    void connectEdits();
    void connectKeys();
    void startFrom(const std::string& name);
    void setText(const QString& text, int row); // one undo step; `row` becomes the current one
    void moveRow(int from, int to);
    void refresh();  // after any change
    void allowUse(); // of the network, or says why not
    void showRow();
    // With a file; what went wrong stands below until the next change.
    bool doWith(const std::function<void()>& work);
    void askOpen();
    void askSave();
    void askSavePicture();
    QString heading() const;

    const Theme& theme_;
    NetworkData data_;
    NetworkDraft draft_;
    QLineEdit* name_;
    ChoiceBox* start_;
    Card *pictureCard_, *propertiesCard_;
    NetworkDiagram* picture_;
    LayerList* list_;
    LayerFields* fields_;
    QPlainTextEdit* text_;
    QLabel *totals_, *problem_;
    QPushButton *add_, *remove_, *duplicate_, *up_, *down_, *undo_, *redo_, *savePicture_, *use_;
    QString startName_, startText_; // to know changes by
};

} // namespace belfry
