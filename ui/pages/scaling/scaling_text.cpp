#include "ui/pages/scaling/scaling_text.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/plan_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace belfry {
namespace {

struct ScalingText {
    Q_DECLARE_TR_FUNCTIONS(belfry::ScalingText)
};

QString timeText(double milliseconds) {
    return decimalText(milliseconds, milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : 1);
}

} // namespace

QString scalingModelText(const ScalingFinding& finding) {
    const auto alone = std::ranges::find(finding.points, 1, &ScalingPoint::towers);
    if (finding.work.points().empty() || alone == finding.points.end())
        return {};
    const double work = finding.work.milliseconds(static_cast<double>(alone->globalBatch));
    QString text = translated(Text::plural("Model: one tower takes %1 ms for %n images",
                                           "Model: one tower takes %1 ms for %n image", alone->globalBatch,
                                           timeText(work).toStdString()));
    if (finding.exchange.busBytesPerSecond > 0) {
        text += ScalingText::tr("; the exchange moves a gradient of %1 at %2 GB/s, measured")
                    .arg(bytesText(finding.exchange.bytes), decimalText(finding.exchange.busBytesPerSecond / 1e9, 2));
    }
    return text + QLatin1Char('.');
}

Plan advisedPlan(const Plan& plan, const Advice& advice) {
    if (advice.kind == Advice::Kind::None)
        return plan;
    Plan advised = plan;
    advised.towers = advice.towers;
    if (advice.towers != plan.towers && plan.shares != "measured")
        advised.shares.clear(); // they are one for each tower
    switch (advice.kind) {
    case Advice::Kind::LargerBatch:
        advised.batchPerTower = advice.batch;
        advised.globalBatch = 0; // follows
        break;
    case Advice::Kind::OtherExchange:
        advised.exchange = advice.exchange;
        break;
    case Advice::Kind::ResidentFeed:
        advised.feed = "resident";
        break;
    case Advice::Kind::FewerTowers:
    case Advice::Kind::None:
        break;
    }
    return advised;
}

QString adviceChanges(const Plan& plan, const Advice& advice) {
    const Plan advised = advisedPlan(plan, advice);
    QStringList changes;
    if (advised.towers != plan.towers)
        changes << translated(towersText(advised.towers));
    if (advised.batchPerTower != plan.batchPerTower || advised.globalBatch != plan.globalBatch)
        changes << translated(Text::plural("%n images per tower", "%n image per tower", advised.batchPerTower));
    if (advised.exchange != plan.exchange)
        changes << ScalingText::tr("exchange %1").arg(fieldText("exchange", advised));
    if (advised.feed != plan.feed)
        changes << ScalingText::tr("feed %1").arg(fieldText("feed", advised));
    return changes.join(QStringLiteral(", "));
}

} // namespace belfry
