// The chosen network: "LeNet · 61,706 parameters" over its diagram; a click opens it large, with a table of its layers.
// GUI thread only.
#pragma once

#include "core/model/blueprint.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace belfry {

class ElidedLabel;
class NetworkDiagram;
class Theme;

class NetworkSummary : public QWidget {
    Q_OBJECT
public:
    explicit NetworkSummary(const Theme& theme, QWidget* parent = nullptr);

    void setBlueprint(const Blueprint& blueprint, const QString& title); // title: "LeNet"
    // There is no such network for this data set: the sentence takes the diagram's place.
    void setProblem(const QString& sentence);
    NetworkDiagram* diagram() const { return diagram_; }
    QPushButton* editButton() const { return edit_; }
    static QString heading(const QString& title, std::int64_t parameters); // "LeNet · 61,706 parameters"

Q_SIGNALS:
    void editRequested();
    void layerMapsRequested(const QString& layer); // by its name, "" for any

public Q_SLOTS:
    void openDialog();

private:
    const Theme& theme_;
    ElidedLabel* title_;
    QPushButton* edit_;
    NetworkDiagram* diagram_;
    QLabel* problem_;
    Blueprint blueprint_;
    QString name_;
};

} // namespace belfry
