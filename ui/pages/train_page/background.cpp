#include "ui/pages/train_page/background.h"

namespace belfry {

Background::Background(QObject* parent) : QObject(parent) {
    pool_.setMaxThreadCount(1);
}

Background::~Background() {
    pool_.waitForDone();
}

void Background::post(std::function<void()> answer) {
    QMetaObject::invokeMethod(this, std::move(answer), Qt::QueuedConnection);
}

} // namespace belfry
