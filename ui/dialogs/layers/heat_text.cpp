#include "ui/dialogs/layers/heat_text.h"

#include "ui/foundation/number_text.h"

#include <QCoreApplication>

namespace belfry {
namespace {

struct HeatText {
    Q_DECLARE_TR_FUNCTIONS(belfry::HeatText)
};

} // namespace

QString classNameOf(const Snapshot& snapshot, int label) {
    const auto index = static_cast<std::size_t>(label);
    return label >= 0 && index < snapshot.classes.size() ? QString::fromStdString(snapshot.classes[index])
                                                         : QString::number(label);
}

QString answerText(const Snapshot& snapshot, const HeatMap& map) {
    return HeatText::tr("“%1”, %2").arg(classNameOf(snapshot, map.label), percentText(double{map.probability}));
}

QString kindText(const Snapshot& snapshot, const HeatMap& map) {
    if (map.peak <= 0)
        return HeatText::tr("nothing speaks for “%1”").arg(classNameOf(snapshot, map.label));
    if (map.kind == HeatMapKind::InputGradient)
        return HeatText::tr("gradient of the picture");
    const QString method = map.kind == HeatMapKind::GradCam ? QStringLiteral("Grad-CAM") : QStringLiteral("HiResCAM");
    return HeatText::tr("%1 of %2").arg(method, QString::fromStdString(snapshot.blueprint->layers.at(map.layer).name));
}

} // namespace belfry
