// Rows of label and field in a narrow column: buddy labels, names that do not change with the language, tool tips.
// GUI thread only.
#pragma once

#include "ui/foundation/texts.h"

#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;

namespace belfry {

class FieldGrid : public QWidget {
    Q_OBJECT
public:
    // `context` is the translation context of the labels and helps: "belfry::SetupForm". `prefix` stands before the
    // object names of fields that another page of the window has too: "search" makes "Data" the "searchDataField".
    explicit FieldGrid(const char* context, QWidget* parent = nullptr, const char* prefix = "");

    QLabel* addHead(const char* text);
    // `label` is the English label: accessible name, and in camelCase with "Field" the object name. `help` is the tool
    // tip of label and field. Both must live as long as the program (literals).
    void addField(const char* label, const char* help, QWidget* field) {
        addRow(QLatin1String(label), inContext(label), inContext(help), field);
    }
    void addField(const Text& label, const Text& help, QWidget* field) { // of the engine's tables
        addRow(QString::fromStdString(label.english()), label, help, field);
    }
    // Two added fields in the row of the first, below its label: "[1,000 steps] or [2 min]". `word` stands between them
    // instead of the label of the second, whose accessible name stays.
    void join(QWidget* first, const char* word, QWidget* second);
    void addWide(QWidget* widget); // over both columns
    void setFieldVisible(const QWidget* field, bool visible);
    // Its tool tip instead of the help, for a field that cannot be used; "" for one that can.
    void setFieldReason(const QWidget* field, const QString& sentence);
    // Below the field, with its row; "" takes it away.
    void setFieldProblem(const QWidget* field, const QString& sentence);
    bool showsProblem() const; // at any of its fields

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        TranslatableText text;
        TranslatableText help; // none: a head
        QLabel* label;
        QWidget* field; // null: a head
        QWidget* cell;  // of the grid: the field, or what holds it and the one that joined it; null: it joined another
        int place;      // row of the grid; the next two are free for a field below its label, and for its problem
        bool below = false;
        bool shown = true;
        QLabel* problem = nullptr; // made when there is one
        QString reason = {};
    };
    void addRow(const QString& name, const TranslatableText& label, const TranslatableText& help, QWidget* field);
    TranslatableText inContext(const char* text) const;
    void retranslate();
    static void showHelp(const Row& row);
    // A menu whose titles have no room beside its label goes below it. One long label in the labels' column would take
    // that room from many menus: then its own field goes below it. As few as possible of the fields that are shown do.
    void arrange();
    void put(Row& row, bool below);

    const char *context_, *prefix_;
    QGridLayout* grid_;
    int lastRow_ = -1; // of the grid that is taken
    std::vector<Row> rows_;
};

} // namespace belfry
