#include "ui/charts/chart_menu.h"

#include "ui/charts/chart_export.h"
#include "ui/charts/chart_group.h"
#include "ui/foundation/attempt.h"
#include "ui/widgets/save_file.h"

#include <QActionGroup>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <functional>

namespace belfry {
namespace {

struct ChartMenu {
    Q_DECLARE_TR_FUNCTIONS(belfry::ChartMenu)
};

QAction* addAction(QMenu& menu, LiveChart& chart, const QString& key, const QString& text,
                   const std::function<void()>& work) {
    QAction* action = menu.addAction(text);
    action->setObjectName(chart.spec().key + key + QStringLiteral("Action"));
    QObject::connect(action, &QAction::triggered, &chart, work);
    return action;
}

// One of several choices.
void addChoice(QActionGroup& group, QAction* action, bool present) {
    action->setCheckable(true);
    action->setChecked(present);
    group.addAction(action);
}

// Asks for the name of such a file ("png") and saves; errors are reported by the group's exportFailed(). `save` returns
// whether the file is there: one that is written in the background is not yet.
void askAndSave(LiveChart& chart, const QString& kind, bool (*save)(LiveChart&, const QString&)) {
    const auto attemptToSave = [&chart, save](const QString& file) {
        bool saved = false;
        attempt([&] { saved = save(chart, file); }, [&](const Text& text) { Q_EMIT chart.group().exportFailed(text); });
        return saved;
    };
    askSaveFile(&chart,
                {.kind = kind == QLatin1String("csv") ? QStringLiteral("table") : QStringLiteral("picture"),
                 .title = ChartMenu::tr("Save chart"),
                 .filters = QStringLiteral("%1 (*.%2)").arg(kind.toUpper(), kind),
                 .name = chart.spec().key + '.' + kind},
                attemptToSave);
}

bool saveAsPng(LiveChart& chart, const QString& file) {
    savePng(chart, file);
    return true;
}

bool saveAsSvg(LiveChart& chart, const QString& file) {
    saveSvg(chart, file);
    return true;
}

bool startCsv(LiveChart& chart, const QString& file) {
    auto* work = new CsvExport(chart, file);
    QObject::connect(work, &CsvExport::finished, &chart, [&chart, file](const Text& error) {
        if (error.empty())
            showSaved(&chart, file);
        else
            Q_EMIT chart.group().exportFailed(error);
    });
    return false;
}

void addSmoothing(QMenu& menu, LiveChart& chart) {
    ChartGroup& group = chart.group();
    QMenu* factors = menu.addMenu(ChartMenu::tr("Smoothing"));
    auto* choice = new QActionGroup(factors);
    for (double factor : {0.3, 0.6, 0.8, 0.9, 0.95, 0.97, 0.99, 0.995, 0.999}) {
        const auto smooth = [&chart, &group, factor] {
            group.setSmoothing(factor);
            chart.setSmooth(true);
        };
        const QString key = QStringLiteral("Smoothing%1").arg(factor * 1000);
        addChoice(*choice, addAction(*factors, chart, key, QLocale().toString(factor), smooth),
                  factor == group.smoothing());
    }
}

void addAxes(QMenu& menu, LiveChart& chart) {
    ChartGroup& group = chart.group();
    QMenu* axes = menu.addMenu(ChartMenu::tr("X axis"));
    auto* choice = new QActionGroup(axes);
    const char* keys[] = {"XStep", "XEpoch", "XImages", "XTime"};
    for (XAxis axis : kAllXAxes) {
        const QString key = QLatin1String(keys[static_cast<std::size_t>(axis)]);
        addChoice(*choice, addAction(*axes, chart, key, axisName(axis), [&group, axis] { group.setXAxis(axis); }),
                  axis == group.xAxis());
    }
}

} // namespace

void fillChartMenu(QMenu& menu, LiveChart& chart) {
    ChartGroup& group = chart.group();
    menu.setObjectName(chart.spec().key + QStringLiteral("Menu"));
    addAction(
        menu, chart, QStringLiteral("CopyImage"), ChartMenu::tr("Copy image"),
        [&chart] { QGuiApplication::clipboard()->setImage(chartImage(chart)); });
    addAction(menu, chart, QStringLiteral("CopyValues"), ChartMenu::tr("Copy values"),
              [&group] { group.copyReadout(); });
    menu.addSeparator();
    const auto addSave = [&](const char* kind, const QString& text, auto save) {
        addAction(menu, chart, QStringLiteral("Save") + QLatin1String(kind), text,
                  [&chart, kind, save] { askAndSave(chart, QString::fromLatin1(kind).toLower(), save); });
    };
    addSave("Png", ChartMenu::tr("Save PNG…"), saveAsPng);
    addSave("Svg", ChartMenu::tr("Save SVG…"), saveAsSvg);
    addSave("Csv", ChartMenu::tr("Save CSV…"), startCsv);
    menu.addSeparator();
    if (chart.spec().canSmooth)
        addSmoothing(menu, chart);
    addAxes(menu, chart);
    addAction(
        menu, chart, QStringLiteral("Follow"), ChartMenu::tr("Follow latest"), [&group] { group.view().follow(); });
    addAction(menu, chart, QStringLiteral("Fit"), ChartMenu::tr("Fit"), [&group] { group.fitAll(); });
}

} // namespace belfry
