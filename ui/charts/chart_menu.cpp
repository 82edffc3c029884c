#include "ui/charts/chart_menu.h"

#include "core/base/error.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_group.h"

#include <QActionGroup>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
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

// Asks for a file name and saves; what goes wrong is told by the chart's exportFailed.
void askAndSave(LiveChart& chart, const QString& extension, const QString& filter,
                const std::function<void(const QString&)>& save) {
    const QString file =
        QFileDialog::getSaveFileName(&chart, ChartMenu::tr("Save chart"), chart.spec().key + extension, filter);
    if (file.isEmpty())
        return;
    try {
        save(file);
    } catch (const Error& error) {
        Q_EMIT chart.exportFailed(messageOf(error));
    }
}

void startCsv(LiveChart& chart, const QString& file) {
    auto* work = new CsvExport(chart, file);
    QObject::connect(work, &CsvExport::finished, &chart, [&chart](const Text& error) {
        if (!error.empty())
            Q_EMIT chart.exportFailed(error);
    });
}

void addSmoothing(QMenu& menu, LiveChart& chart) {
    ChartGroup& group = chart.group();
    QMenu* factors = menu.addMenu(ChartMenu::tr("Smoothing"));
    auto* choice = new QActionGroup(factors);
    for (double factor : {0.3, 0.6, 0.8, 0.9, 0.95, 0.97, 0.99, 0.995, 0.999}) {
        QAction* action = addAction(*factors, chart, QStringLiteral("Smoothing%1").arg(factor * 1000),
                                    QLocale().toString(factor), [&chart, &group, factor] {
                                        group.setSmoothing(factor);
                                        chart.setSmooth(true);
                                    });
        action->setCheckable(true);
        action->setChecked(factor == group.smoothing());
        choice->addAction(action);
    }
}

void addAxes(QMenu& menu, LiveChart& chart) {
    ChartGroup& group = chart.group();
    QMenu* axes = menu.addMenu(ChartMenu::tr("X axis"));
    auto* choice = new QActionGroup(axes);
    const char* keys[] = {"XStep", "XEpoch", "XImages", "XTime"};
    for (XAxis axis : allXAxes) {
        QAction* action = addAction(*axes, chart, QLatin1String(keys[static_cast<std::size_t>(axis)]), axisName(axis),
                                    [&group, axis] { group.setXAxis(axis); });
        action->setCheckable(true);
        action->setChecked(axis == group.xAxis());
        choice->addAction(action);
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
    addAction(
        menu, chart, QStringLiteral("SavePng"), ChartMenu::tr("Save PNG…"),
        [&chart] {
            askAndSave(
                chart, QStringLiteral(".png"), QStringLiteral("PNG (*.png)"),
                [&chart](const QString& file) { savePng(chart, file); });
        });
    addAction(
        menu, chart, QStringLiteral("SaveSvg"), ChartMenu::tr("Save SVG…"),
        [&chart] {
            askAndSave(
                chart, QStringLiteral(".svg"), QStringLiteral("SVG (*.svg)"),
                [&chart](const QString& file) { saveSvg(chart, file); });
        });
    addAction(menu, chart, QStringLiteral("SaveCsv"), ChartMenu::tr("Save CSV…"), [&chart] {
        askAndSave(chart, QStringLiteral(".csv"), QStringLiteral("CSV (*.csv)"),
                   [&chart](const QString& file) { startCsv(chart, file); });
    });
    menu.addSeparator();
    if (chart.spec().canSmooth)
        addSmoothing(menu, chart);
    addAxes(menu, chart);
    addAction(
        menu, chart, QStringLiteral("Follow"), ChartMenu::tr("Follow latest"), [&group] { group.view().follow(); });
    addAction(menu, chart, QStringLiteral("Fit"), ChartMenu::tr("Fit"), [&group] { group.fitAll(); });
}

} // namespace belfry
