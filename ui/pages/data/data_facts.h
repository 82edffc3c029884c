// Names and values of the facts about a data set. GUI thread only.
#pragma once

#include "ui/bridge/data_loader.h"

#include <QWidget>

class QVBoxLayout;

namespace belfry {

class DataFacts : public QWidget {
    Q_OBJECT
public:
    explicit DataFacts(QWidget* parent = nullptr);

    void setReport(const std::shared_ptr<const DataReport>& report); // null: nothing is shown

private:
    void fill();
    void addFact(const QString& name, const char* objectName, const QString& value);
    void addIssues();

    std::shared_ptr<const DataReport> report_;
    QWidget* content_ = nullptr;
    QVBoxLayout* column_;
    QVBoxLayout* rows_ = nullptr; // of content_
};

} // namespace belfry
