#include "ui/foundation/keep_translated.h"

#include <QEvent>
#include <QWidget>

namespace belfry {
namespace {

class LanguageWatch : public QObject {
public:
    LanguageWatch(QWidget* widget, std::function<void()> say) : QObject(widget), say_(std::move(say)) {
        widget->installEventFilter(this);
        say_();
    }

protected:
    bool eventFilter(QObject* widget, QEvent* event) override {
        if (event->type() == QEvent::LanguageChange)
            say_();
        return QObject::eventFilter(widget, event);
    }

private:
    std::function<void()> say_;
};

} // namespace

void keepTranslated(QWidget* widget, std::function<void()> say) { new LanguageWatch(widget, std::move(say)); }

} // namespace belfry
