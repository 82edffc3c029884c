// A message over the page that something went wrong, with a button to dismiss it and perhaps one to fix it.
// Never modal. GUI thread only.
#pragma once

#include "ui/foundation/texts.h"

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;

namespace belfry {

class Banner : public QFrame {
    Q_OBJECT
public:
    // `name`: of the object, and the beginning of its parts' names.
    explicit Banner(QWidget* parent = nullptr, const QString& name = QStringLiteral("banner"));
    void display(const TranslatableText& sentence); // again when the language changes
    // Adds a button with an action; the banner closes when it is clicked. `dismiss`: called when it is
    // dismissed instead.
    void offer(const TranslatableText& sentence, const TranslatableText& button, std::function<void()> act,
               std::function<void()> dismiss = {});
    QString sentence() const;

private:
    void retranslate();
    void addAction();
    void dismiss();
    TranslatableText said_, offered_;
    std::function<void()> act_, dismissed_;
    QLabel* text_;
    QPushButton* action_ = nullptr; // made with the first offer
    QPushButton* dismiss_;
};

} // namespace belfry
