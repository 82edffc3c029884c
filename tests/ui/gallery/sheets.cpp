#include "tests/ui/gallery/sheets.h"

#include "ui/widgets/answer_panel.h"
#include "ui/widgets/confidence_chart.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/draw_card.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/thumbnails.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QTabBar>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

Drawing seven() {
    return {{{86, 74}, {120, 69}, {160, 68}, {193, 70}, {180, 100}, {160, 140}, {142, 180}, {132, 217}}};
}

// What the engine makes of seven(), roughly: enough for a picture.
DigitImage sevenImage() {
    DigitImage image{};
    for (int y = 0; y < 28; ++y) {
        for (int x = 0; x < 28; ++x) {
            const double bar = std::abs(y - 5.5) + std::max(0.0, 8.0 - x) + std::max(0.0, x - 19.0);
            const double leg =
                std::abs((x - 18.5) + (y - 6.0) * 0.45) + std::max(0.0, 6.0 - y) + std::max(0.0, y - 23.0);
            const double ink = std::max(1.8 - bar, 1.9 - leg);
            image[static_cast<std::size_t>(y * 28 + x)] = static_cast<std::uint8_t>(std::clamp(ink, 0.0, 1.0) * 255);
        }
    }
    return image;
}

void addField(QFormLayout* form, const char* label, QWidget* field) {
    form->addRow(makeLabel(QLatin1String(label), "muted", nullptr), field);
}

QWidget* fieldCard() {
    auto* card = new Card(QStringLiteral("Setup"));
    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    form->setHorizontalSpacing(12);
    auto* combo = new ComboBox;
    combo->addItems({QStringLiteral("Notebook LeNet"), QStringLiteral("Quick (one minute)")});
    addField(form, "Preset", combo);
    auto* longCombo = new ComboBox;
    longCombo->addItem(QStringLiteral("A preset with a name that is much too long for this column"));
    addField(form, "Long", longCombo);
    auto* disabled = new ComboBox;
    disabled->addItem(QStringLiteral("MNIST"));
    disabled->setEnabled(false);
    addField(form, "Disabled", disabled);
    auto* spin = new SpinBox;
    spin->setNumber(1024);
    addField(form, "Batch", spin);
    addField(form, "Rate", new RateBox);
    auto* line = new QLineEdit(QStringLiteral("run 7"));
    addField(form, "Name", line);
    auto* wrong = new QLineEdit(QStringLiteral("lenett"));
    wrong->setProperty("wrong", true);
    addField(form, "Wrong", wrong);
    auto* placeholder = new QLineEdit;
    placeholder->setPlaceholderText(QStringLiteral("made from preset and time"));
    addField(form, "Empty", placeholder);
    card->body()->addLayout(form);
    auto* checked = new QCheckBox(QStringLiteral("GPU0  H200"));
    checked->setChecked(true);
    auto* partial = new QCheckBox(QStringLiteral("Some of it"));
    partial->setTristate(true);
    partial->setCheckState(Qt::PartiallyChecked);
    auto* off = new QCheckBox(QStringLiteral("Disabled, on"));
    off->setChecked(true);
    off->setEnabled(false);
    auto* radio = new QRadioButton(QStringLiteral("Stop and save"));
    radio->setChecked(true);
    for (QWidget* box : {static_cast<QWidget*>(checked), static_cast<QWidget*>(new QCheckBox(QStringLiteral("CPU"))),
                         static_cast<QWidget*>(partial), static_cast<QWidget*>(off), static_cast<QWidget*>(radio),
                         static_cast<QWidget*>(new QRadioButton(QStringLiteral("Finish the epoch first")))}) {
        card->body()->addWidget(box);
    }
    card->body()->addStretch();
    card->setFixedWidth(264);
    return card;
}

QWidget* buttonCard() {
    auto* card = new Card(QStringLiteral("Buttons"));
    auto* rows = new QGridLayout;
    const char* kinds[] = {"", "primary", "quiet", "chip"};
    for (int column = 0; column < 4; ++column) {
        auto* plain = makeButton(QStringLiteral("Start"), "Start", kinds[column], nullptr);
        plain->setCheckable(column == 3);
        plain->setChecked(column == 3);
        auto* off = makeButton(QStringLiteral("Start"), "Start", kinds[column], nullptr);
        off->setEnabled(false);
        rows->addWidget(plain, 0, column);
        rows->addWidget(off, 1, column);
    }
    card->body()->addLayout(rows);
    auto* progress = new QProgressBar;
    progress->setValue(35);
    progress->setTextVisible(false);
    card->body()->addWidget(progress);
    auto* table = new QTableWidget(3, 3);
    table->setHorizontalHeaderLabels({QStringLiteral("Layer"), QStringLiteral("Out"), QStringLiteral("Parameters")});
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            table->setItem(row, column, new QTableWidgetItem(QStringLiteral("conv %1").arg(row * 3 + column)));
        }
    }
    table->selectRow(1);
    card->body()->addWidget(table);
    auto* menu = new QMenu(card);
    menu->setWindowFlags(Qt::Widget);
    menu->addAction(QStringLiteral("Open plan…"));
    menu->addAction(QStringLiteral("Save plan…"))->setEnabled(false);
    menu->addSeparator();
    auto* check = menu->addAction(QStringLiteral("Log"));
    check->setCheckable(true);
    check->setChecked(true);
    menu->setActiveAction(menu->actions().first());
    card->body()->addWidget(menu);
    menu->show();
    return card;
}

QWidget* topBar() {
    auto* bar = new QFrame;
    bar->setObjectName(QStringLiteral("topBar"));
    bar->setFixedHeight(48);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 0, 16, 0);
    row->addWidget(makeLabel(QStringLiteral("Belfry"), "brand", bar));
    auto* tabs = new QTabBar(bar);
    tabs->setDrawBase(false);
    tabs->setFocusPolicy(Qt::TabFocus);
    for (const char* page : {"Train", "Evaluate", "Runs", "Search", "Scaling", "Data"}) {
        tabs->addTab(QLatin1String(page));
    }
    row->addSpacing(4);
    row->addWidget(tabs);
    row->addStretch();
    row->addWidget(makeButton(QStringLiteral("Light"), "Theme", "quiet", bar));
    row->addWidget(makeButton(QStringLiteral("English"), "Language", "quiet", bar));
    return bar;
}

QWidget* figures() {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(32);
    const std::pair<const char*, const char*> all[] = {{"3 / 20", "epoch"},
                                                       {"740 / 2,140", "step"},
                                                       {"98.9 %", "best validation"},
                                                       {"61,800", "images per second"},
                                                       {"", "left"}};
    for (const auto& [value, caption] : all) {
        auto* figure = new Figure(QStringLiteral("f"), QLatin1String(caption));
        figure->setValue(QLatin1String(value));
        layout->addWidget(figure);
    }
    layout->addStretch();
    return row;
}

QWidget* drawingColumn(const Theme& theme, bool empty) {
    auto* sheet = new QWidget;
    sheet->setFixedSize(312 + 32, 720);
    auto* column = new QVBoxLayout(sheet);
    column->setContentsMargins(16, 12, 16, 12);
    auto* card = new DrawCard(theme);
    auto* answer = new AnswerPanel(theme);
    auto* bars = new ProbabilityBars(theme);
    auto* confidence = new ConfidenceChart(theme);
    card->body()->addWidget(answer);
    card->body()->addWidget(bars);
    card->body()->addWidget(makeLabel(QStringLiteral("Confidence over time"), "muted", nullptr));
    card->body()->addWidget(confidence);
    column->addWidget(card);
    if (empty) {
        return sheet;
    }
    card->pad()->setDrawing(seven());
    answer->view()->setDigit(sevenImage());
    answer->setAnswer(QStringLiteral("7"), 0.981, AnswerPanel::snapshotText(740));
    const std::vector<float> p{0.0F, 0.006F, 0.004F, 0.003F, 0.0F, 0.001F, 0.0F, 0.981F, 0.0F, 0.004F};
    bars->setProbabilities(p);
    for (int i = 0; i < 90; ++i) {
        const float s = 1 / (1 + std::exp(-(static_cast<float>(i) - 40) / 8));
        const float wave = 0.015F * std::sin(static_cast<float>(i) * 0.7F);
        std::vector<float> now(10, 0.01F);
        now[7] = 0.05F + 0.93F * s + wave;
        now[9] = 0.6F * (1 - s) + wave;
        now[1] = 0.2F * (1 - s) * (1 - s);
        confidence->append(i * 8, now);
    }
    return sheet;
}

} // namespace

QWidget* fieldSheet(const Theme& theme) {
    auto* sheet = new QWidget;
    sheet->setFixedWidth(820);
    auto* column = new QVBoxLayout(sheet);
    column->setContentsMargins(0, 0, 0, 12);
    column->setSpacing(12);
    column->addWidget(topBar());
    auto* row = new QHBoxLayout;
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(16);
    row->addWidget(fieldCard());
    auto* right = new QVBoxLayout;
    right->addWidget(figures());
    right->addWidget(buttonCard());
    auto* thumbnails = new Thumbnails(theme);
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < 20; ++i) {
        const DigitImage image = sevenImage();
        bytes.insert(bytes.end(), image.begin(), image.end());
    }
    thumbnails->setPictures(bytes, ImageShape{});
    right->addWidget(thumbnails);
    auto* elided =
        new ElidedLabel(QStringLiteral("A sentence that is longer than its place and therefore ends in dots: "
                                       "the tool tip has all of it, and text() too"));
    elided->setProperty("kind", "muted");
    right->addWidget(elided);
    row->addLayout(right, 1);
    column->addLayout(row);
    return sheet;
}

QWidget* drawingSheet(const Theme& theme) { return drawingColumn(theme, false); }

QWidget* emptyDrawingSheet(const Theme& theme) { return drawingColumn(theme, true); }

} // namespace belfry
