// Where a user makes a network: rows of layers, the fields of one, and the same as text. The text is the document; all
// edits change it, one undo step each, and everything else shows it. GUI thread only.
#pragma once

#include "ui/dialogs/network_editor/draft_edits.h"

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
class LayerList;
class LineFields;
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
    void fillAddMenu();
    Card* makeProperties();
    Card* makeText();
    QHBoxLayout* makeFoot();
    void connectEdits();
    void connectKeys();
    void startFrom(const std::string& name);
    void setText(const QString& text, int row) { setText(text, {row, row}); }
    void setText(const QString& text, RowRange rows); // one undo step; the rows become the selected ones
    RowRange chosen() const;                          // the selected rows, with the rest of their blocks
    void moveRows(int before);
    void connectButtons();
    void refresh();  // after any change
    void allowUse(); // of the network, or says why not
    void showRow();
    void allowEdits();
    QString rowTitle(int row) const;
    void markLine(int row);
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
    LineFields* fields_;
    QPlainTextEdit* text_;
    QLabel *totals_, *problem_;
    QPushButton *add_, *remove_, *duplicate_, *up_, *down_, *wrap_, *dissolve_, *undo_, *redo_, *savePicture_, *use_;
    QString startName_, startText_; // to know changes by
};

} // namespace belfry
