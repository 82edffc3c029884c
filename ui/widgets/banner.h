// A message over the page that something went wrong or is being done, with a button to dismiss it and perhaps one to
// fix it.
// Never modal. GUI thread only.
#pragma once

#include "ui/foundation/texts.h"

#include <QFrame>
#include <functional>
#include <optional>

class QLabel;
class QPushButton;

namespace belfry {

class Banner : public QFrame {
    Q_OBJECT
public:
    // `name`: of the object, and the beginning of its parts' names.
    explicit Banner(QWidget* parent = nullptr, const QString& name = QStringLiteral("banner"));
    void display(const TranslatableText& sentence); // again when the language changes
    void inform(const TranslatableText& sentence);  // that something is being done: no alarm
    // Adds a button with an action; the banner closes when it is clicked. `dismiss`: called when it is
    // dismissed instead. An offer with `dismiss` waits below later messages, and comes back when they are dismissed.
    void offer(const TranslatableText& sentence, const TranslatableText& button, std::function<void()> act,
               std::function<void()> dismiss = {});
    void refresh() { retranslate(); } // its sentence says something else now
    // Takes a message away if it is what is shown.
    void withdraw(const TranslatableText& sentence);
    QString sentence() const;
    void setVisible(bool visible) override; // hidden otherwise than by dismissing, it forgets the offer below

private:
    struct Offer {
        TranslatableText said, button;
        std::function<void()> act, dismissed;
    };
    void retranslate();
    void addAction();
    void dismiss();
    TranslatableText said_, offered_;
    std::function<void()> act_, dismissed_;
    std::optional<Offer> below_;
    QLabel* text_;
    QPushButton* action_ = nullptr; // made with the first offer
    QPushButton* dismiss_;
};

} // namespace belfry
