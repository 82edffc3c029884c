// The properties of one layer as fields: those that its kind has are shown. GUI thread only.
#pragma once

#include "core/model/layer_kind.h"

#include <QStringList>
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

namespace belfry {

class ComboBox;
class FieldGrid;

// A menu of names: `first`, if it has a title, stands for none. A current one that is not among them is added.
void fillWithNames(ComboBox& box, const QString& first, QStringList names, const std::string& current);

class LayerFields : public QWidget {
    Q_OBJECT
public:
    explicit LayerFields(QWidget* parent = nullptr);
    // none: no fields. `names`: those of lines that it can use; one that it has and cannot use is framed, with
    // `problem`.
    void setLayer(const std::optional<Layer>& layer, const QStringList& names = {}, const QString& problem = {});
    // Frames each real number with which the layer would be refused, and without which it would not.
    void markNumbers(const std::function<bool(const Layer&)>& isRefused);
    Text problem() const; // of what was typed in a field that is shown; empty: none

Q_SIGNALS:
    void judged();                   // what was typed may have another problem than before
    void edited(const Layer& layer); // by the user: the layer with the one field changed

private:
    // One for all kinds that have a property of the same title and help.
    struct Editor {
        Text title, help;
        QWidget* widget;
    };
    void addEditors(const LayerKind& kind);
    QWidget* makeWidget(const LayerField& field);
    QWidget* widgetOf(const LayerField& field) const; // null: there is none
    void take(const QWidget* widget);

    std::optional<Layer> layer_;
    bool filling_ = false;
    FieldGrid* grid_;
    std::vector<Editor> editors_; // from top to bottom
};

} // namespace belfry
