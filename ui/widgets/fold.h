// A part of a form that folds away. While it is folded, a line says what is set in it. GUI thread only.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace belfry {

class Fold : public QWidget {
    Q_OBJECT
public:
    // Takes both; folded at first. `head`: a button of the kind "fold". Its object name, without "Button", is that of
    // the fold and begins its line's.
    Fold(QPushButton* head, QWidget* content, QWidget* parent = nullptr);

    void setSummary(const QString& line, bool problem); // a problem in it unfolds it
    void setUnfolded(bool unfolded);
    bool isUnfolded() const;

Q_SIGNALS:
    void folded(bool folded);

private:
    QPushButton* head_;
    QLabel* summary_;
    QWidget* content_;
};

} // namespace belfry
