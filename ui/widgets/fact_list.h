// Names and values in two columns, values elided in the middle. GUI thread only.
#pragma once

#include <QWidget>

class QGridLayout;

namespace belfry {

class FactList : public QWidget {
    Q_OBJECT
public:
    explicit FactList(const QString& objectName, QWidget* parent = nullptr);
    void clear();
    // `objectName` is the value's; nothing is added for an empty value.
    // `help`: the value's tool tip; "": the value, where it does not fit.
    void add(const QString& name, const QString& objectName, const QString& value, const QString& help = {});

private:
    QWidget* content_ = nullptr;
    QGridLayout* rows_ = nullptr; // of content_
};

} // namespace belfry
