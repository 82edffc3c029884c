#include "ui/pages/train/host_row.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrapped_label.h"

#include <QCheckBox>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kIndent = 24; // of what is said below the name, after the check box

} // namespace

HostRow::HostRow(const Host& host, bool used, QWidget* parent) : QWidget(parent), host_(host) {
    const QString name = QString::fromStdString(host.name);
    setObjectName(QStringLiteral("host-") + name);
    box_ = new QCheckBox(this);
    box_->setObjectName(QStringLiteral("hostUsed-") + name);
    box_->setAccessibleName(name);
    box_->setChecked(used);
    name_ = new ElidedLabel(name, this);
    name_->setBuddy(box_);
    remove_ = makeButton(QStringLiteral("✕"), "Remove", "quiet", this);
    remove_->setObjectName(QStringLiteral("removeHost-") + name);
    remove_->setAccessibleName(QStringLiteral("Remove ") + name);
    remove_->setProperty("narrow", true);
    state_ = new WrappedLabel(this);
    state_->setProperty("kind", "muted");
    state_->setObjectName(QStringLiteral("hostState-") + name);
    state_->setContentsMargins(kIndent, 0, 0, 4);
    fillWith(this, columnOf(0, {rowOf(0, {box_, {name_, 1}, remove_}), state_}));
    connect(box_, &QCheckBox::toggled, this, [this] {
        showState();
        Q_EMIT edited();
    });
    connect(remove_, &QPushButton::clicked, this, &HostRow::removeRequested);
    keepTranslated(this, [this] {
        remove_->setToolTip(tr("Takes this machine out of the list"));
        box_->setToolTip(tr("Whether the next run is trained on this machine too"));
        showState();
    });
}

bool HostRow::isUsed() const { return box_->isChecked(); }

void HostRow::check(const std::string& program, bool link) {
    stage_ = Stage::Checking;
    check_ = {};
    showState();
    job_.start<HostCheck>(
        [name = host_.name, program, link, this](const LatestJob::Token& token) {
            const auto known = [this, &token, link](const HostCheck& so) {
                token.report([this, so, link] {
                    check_ = so;
                    stage_ = link && so.devices.cores > 0 ? Stage::Measuring : Stage::Checking;
                    showState();
                    Q_EMIT checked();
                });
            };
            return checkHost(name, program, link, known, token.stop);
        },
        [this](const HostCheck& found) {
            check_ = found;
            stage_ = Stage::Known;
            showState();
            Q_EMIT checked();
        },
        [](const Text&) {}); // it never throws
}

// The window does not wait for a network: what is queued comes after the check that was stopped.
void HostRow::leave() {
    hide();
    job_.cancel();
    background_.run<bool>([] { return true; }, [this](bool) { deleteLater(); }, [](const Text&) {});
}

int HostRow::towers() const { return host_.towers > 0 ? host_.towers : std::max(1, check_.devices.gpus); }

QString HostRow::problem() const { return stage_ == Stage::Known ? translated(check_.problem) : QString(); }

void HostRow::setLocked(bool locked) {
    for (QWidget* part : std::initializer_list<QWidget*>{box_, name_, remove_})
        part->setEnabled(!locked);
}

// "2 towers · 2 × H200 · 1.1 GB/s", or why it cannot take part.
QString HostRow::stateText() const {
    if (const QString sentence = problem(); !sentence.isEmpty())
        return sentence;
    QStringList parts;
    const auto count = [&parts](const Text& text) { parts << translated(text); };
    if (host_.towers > 0 || check_.devices.cores > 0)
        count(Text::plural("%n towers", "%n tower", towers()));
    if (check_.devices.gpus > 0)
        count(Text::plural("%n GPUs", "%n GPU", check_.devices.gpus));
    else if (check_.devices.cores > 0)
        count(Text::plural("CPU, %n cores", "CPU, %n core", check_.devices.cores));
    if (check_.bytesPerSecond > 0)
        parts << tr("%1 GB/s").arg(decimalText(check_.bytesPerSecond / 1e9, 2));
    if (stage_ == Stage::Checking)
        parts << tr("checking…");
    if (stage_ == Stage::Measuring)
        parts << tr("measuring the link…");
    return parts.join(QStringLiteral(" · "));
}

void HostRow::showState() {
    setKind(state_, problem().isEmpty() ? "muted" : "warning");
    state_->setText(stateText());
    state_->setToolTip(check_.bytesPerSecond > 0
                           ? tr("What this machine and that one send to each other while both sum their gradients: "
                                "measured with a vector of 13 MB, as a run would send it")
                           : QString());
    box_->setAccessibleDescription(state_->text());
}

} // namespace belfry
