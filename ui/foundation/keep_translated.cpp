#include "ui/foundation/keep_translated.h"

#include <QEvent>
#include <QWidget>

namespace belfry {
namespace {

class LanguageWatch : public QObject {
public:
    LanguageWatch(QWidget* widget, std::function<void()> retranslate)
        : QObject(widget), retranslate_(std::move(retranslate)) {
        widget->installEventFilter(this);
        retranslate_();
    }

protected:
    bool eventFilter(QObject* widget, QEvent* event) override {
        if (event->type() == QEvent::LanguageChange)
            retranslate_();
        return QObject::eventFilter(widget, event);
    }

private:
    std::function<void()> retranslate_;
};

} // namespace

void keepTranslated(QWidget* widget, std::function<void()> retranslate) {
    new LanguageWatch(widget, std::move(retranslate));
}

} // namespace belfry
