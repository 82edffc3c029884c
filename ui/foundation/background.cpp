#include "ui/foundation/background.h"

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

void LatestJob::Token::report(std::function<void()> progress) const {
    background_->post([job = job_, id = id_, progress = std::move(progress)] {
        if (job->id_ == id)
            progress();
    });
}

void LatestJob::cancel() {
    ++id_;
    running_ = false;
    stop_.request_stop();
}

LatestJob::Token LatestJob::begin() {
    cancel();
    stop_ = {};
    running_ = true;
    Token token;
    token.stop = stop_.get_token();
    token.background_ = &background_;
    token.job_ = this;
    token.id_ = id_;
    return token;
}

bool LatestJob::end(const Token& token) {
    if (token.id_ != id_)
        return false;
    running_ = false;
    return true;
}

} // namespace belfry
