#include "ui/widgets/linked_batch.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/parts.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr std::int64_t kMaxImages = 1'000'000; // per tower; validate() knows the data set's size
constexpr int kSharesListed = 3;               // more towers than that are counted instead

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

} // namespace

LinkedBatch::LinkedBatch(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("linkedBatch"));
    perTower_ = new SpinBox(this);
    perTower_->setName("Batch per tower");
    perTower_->setRange(1, kMaxImages);
    global_ = new SpinBox(this);
    global_->setName("Global batch");
    const Parts parts(this);
    parts.help(perTower_,
               QT_TR_NOOP("Images each tower processes per step. Out of memory: reduce it, or use more devices."));
    parts.help(global_,
               QT_TR_NOOP("Images per step over all towers; this determines what the network learns. If the loss "
                          "does not fall with a large one: raise the learning rate with it, or reduce it."));
    sentence_ = parts.sentence("muted", "batchSentence");
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->addWidget(parts.caption(QT_TR_NOOP("Batch per tower"), perTower_), 0, 0);
    grid->addWidget(parts.caption(QT_TR_NOOP("Global batch"), global_), 0, 1);
    grid->addWidget(perTower_, 1, 0);
    grid->addWidget(global_, 1, 1);
    grid->addWidget(sentence_, 2, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    connect(perTower_, &SpinBox::numberChanged, this, [this] {
        globalLeads_ = false;
        change(batchPerTower(), batchPerTower() * towers_);
    });
    connect(global_, &SpinBox::numberChanged, this, [this] {
        globalLeads_ = true;
        change(ceilDivide(globalBatch(), towers_), globalBatch());
    });
    for (NumberField* field : {perTower_, global_})
        connect(field, &NumberField::changed, this, &LinkedBatch::takeProblem);
    display(512, 512);
    keepTranslated(this, [this] { showSentence(); });
}

void LinkedBatch::setTowers(int towers) {
    towers = std::max(towers, 1);
    if (towers == towers_)
        return;
    towers_ = towers;
    const std::int64_t global = globalLeads_ ? globalBatch() : batchPerTower() * towers_;
    change(globalLeads_ ? ceilDivide(global, towers_) : batchPerTower(), global);
}

void LinkedBatch::setBatch(std::int64_t batchPerTower, std::int64_t globalBatch) {
    globalLeads_ = globalBatch > 0 && globalBatch != batchPerTower * towers_;
    const std::int64_t global = globalBatch > 0 ? globalBatch : batchPerTower * towers_;
    const auto before = std::pair(this->batchPerTower(), this->globalBatch());
    display(globalLeads_ ? ceilDivide(global, towers_) : batchPerTower, global);
    if (before != std::pair(this->batchPerTower(), this->globalBatch()))
        Q_EMIT changed(this->batchPerTower(), this->globalBatch());
}

void LinkedBatch::change(std::int64_t batchPerTower, std::int64_t globalBatch) {
    display(batchPerTower, globalBatch);
    Q_EMIT changed(this->batchPerTower(), this->globalBatch());
}

// The field that is being edited already has its value: setting it again would move the cursor.
void LinkedBatch::display(std::int64_t batchPerTower, std::int64_t globalBatch) {
    const QSignalBlocker quietPerTower(perTower_), quietGlobal(global_);
    global_->setRange(1, std::min(static_cast<double>(kMaxImages * towers_), 2e9));
    for (const auto& [field, value] : {std::pair(perTower_, batchPerTower), std::pair(global_, globalBatch)})
        if (field->number() != static_cast<double>(value))
            field->setNumber(static_cast<double>(value));
    showSentence();
    takeProblem(); // fewer towers may have too large a share
}

void LinkedBatch::takeProblem() {
    const QString problem = translated(perTower_->problem().empty() ? global_->problem() : perTower_->problem());
    if (std::exchange(problem_, problem) == problem)
        return;
    showSentence();
    Q_EMIT problemChanged();
}

void LinkedBatch::showSentence() {
    setKind(sentence_, problem_.isEmpty() ? "muted" : "warning");
    sentence_->setText(problem_.isEmpty() ? sentence(globalBatch(), towers_) : problem_);
}

QString LinkedBatch::sentence(std::int64_t globalBatch, int towers) {
    const std::int64_t low = globalBatch / towers, larger = globalBatch % towers;
    const QString global = countText(globalBatch);
    if (larger == 0)
        return tr("%1 per tower × %2 = %3 global").arg(countText(low), countText(towers), global);
    if (towers <= kSharesListed) {
        QStringList shares;
        for (int tower = 0; tower < towers; ++tower)
            shares << countText(low + (tower < larger ? 1 : 0));
        return tr("%1 = %2 global").arg(shares.join(QStringLiteral(" + ")), global);
    }
    return tr("%1 × %2 + %3 × %4 = %5 global")
        .arg(countText(larger), countText(low + 1), countText(towers - larger), countText(low), global);
}

} // namespace belfry
