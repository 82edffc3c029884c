#include "ui/dialogs/finders/find_dialog.h"

#include "ui/foundation/attempt.h"
#include "ui/foundation/screen_fit.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {
namespace {
constexpr QSize kSize(680, 460);
} // namespace

FindDialog::FindDialog(const Theme& theme, const QString& name, const QString& title, const QString& intro,
                       QWidget* parent)
    : QDialog(parent) {
    setObjectName(name);
    setWindowTitle(title);
    setModal(true);
    const Parts parts(this);
    auto* words = makeLabel(intro, "muted", this);
    words->setWordWrap(true);
    plot_ = new CurvePlot(theme, name + QStringLiteral("Plot"), this);
    plot_->setEmptyText(tr("Waiting for the first results"));
    plot_->setAccessibleName(title);
    status_ = parts.sentence("", "findStatus");
    problem_ = parts.sentence("warning", "findProblem");
    problem_->hide();
    auto* cancel =
        parts.button("", QT_TR_NOOP("Cancel"), QT_TR_NOOP("Stops after this step and leaves the plan unchanged"));
    apply_ = parts.button("primary", QT_TR_NOOP("Apply"), QT_TR_NOOP("Sets the result in the plan"));
    apply_->setEnabled(false);
    body_ = columnOf(8, {});
    fillWith(this,
             columnOf(8, {words, {plot_, 1}, status_, body_, problem_, rowOf(8, {Placed::stretch(), cancel, apply_})}),
             kPageMargins);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(apply_, &QPushButton::clicked, this, &QDialog::accept);
    resizeWithinScreen(this, kSize);
}

FindDialog::~FindDialog() {
    worker_.request_stop();
    if (worker_.joinable())
        worker_.join();
}

void FindDialog::begin(std::function<void(std::stop_token)> work) {
    working_ = true;
    worker_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
        Text problem;
        attempt([&] { work(stop); }, [&](const Text& sentence) { problem = sentence; });
        QMetaObject::invokeMethod(
            this, [this, problem] { end(problem); }, Qt::QueuedConnection);
    });
}

void FindDialog::post(std::function<void()> work) {
    QMetaObject::invokeMethod(
        this,
        [this, work = std::move(work)] {
            if (!closed_)
                work();
        },
        Qt::QueuedConnection);
}

void FindDialog::end(const Text& problem) {
    working_ = false;
    if (closed_) {
        deleteLater();
        return;
    }
    if (!problem.empty()) {
        setProblem(problem);
        return;
    }
    finish();
}

void FindDialog::done(int result) {
    closed_ = true;
    worker_.request_stop();
    QDialog::done(result);
    if (!working_)
        deleteLater();
}

void FindDialog::display(const QString& sentence) { status_->setText(sentence); }

void FindDialog::setProblem(const Text& problem) { showSentence(problem_, translated(problem)); }

void FindDialog::setApplicable(bool applicable) { apply_->setEnabled(applicable); }

} // namespace belfry
