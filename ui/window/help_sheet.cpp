#include "ui/window/help_sheet.h"

#include "ui/foundation/screen_fit.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/window/shortcuts.h"

#include <QPushButton>
#include <QTextBrowser>

namespace belfry {

const std::vector<HelpSheet::Term>& HelpSheet::terms() {
    static const std::vector<Term> table{
        {QT_TR_NOOP("Plan"), QT_TR_NOOP("All settings of a run, before it starts. Plans are saved as files.")},
        {QT_TR_NOOP("Preset"), QT_TR_NOOP("A plan that is known to work.")},
        {QT_TR_NOOP("Run"), QT_TR_NOOP("One training and its results: figures, log and weights, in a folder.")},
        {QT_TR_NOOP("Step"), QT_TR_NOOP("One update of the weights, from one batch.")},
        {QT_TR_NOOP("Epoch"), QT_TR_NOOP("One pass over all training images.")},
        {QT_TR_NOOP("Tower"), QT_TR_NOOP("One replica of the network on one device, with its share of every batch.")},
        {QT_TR_NOOP("Batch per tower, global batch"),
         QT_TR_NOOP("The images of a step: of one tower, and of all towers together.")},
        {QT_TR_NOOP("Exchange"), QT_TR_NOOP("How the gradients of all towers become one update of all replicas.")},
        {QT_TR_NOOP("Feed"), QT_TR_NOOP("How batches reach the towers.")},
        {QT_TR_NOOP("Straggler"), QT_TR_NOOP("The slowest tower, which the others wait for.")},
        {QT_TR_NOOP("Loss"), QT_TR_NOOP("How far the network's answers are from the labels. Training lowers it.")},
        {QT_TR_NOOP("Validation"),
         QT_TR_NOOP("Images kept from training, to choose the best weights and to notice overfitting.")},
        {QT_TR_NOOP("Test"), QT_TR_NOOP("Images used once at the end, to measure the best weights.")},
        {QT_TR_NOOP("Checkpoint"), QT_TR_NOOP("The whole state of a run at one step. A run resumes from it.")},
        {QT_TR_NOOP("Branch"), QT_TR_NOOP("A run that starts from a checkpoint of another, with other settings.")},
        {QT_TR_NOOP("Search, trial"),
         QT_TR_NOOP("A search trains many small networks of a space. Each is a trial; the best become runs.")},
        {QT_TR_NOOP("Calibration"), QT_TR_NOOP("Whether the network is right as often as its probabilities claim.")},
    };
    return table;
}

HelpSheet::HelpSheet(const Theme& theme, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("helpSheet"));
    setWindowTitle(tr("Keys and terms"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* text = new QTextBrowser(this);
    text->setObjectName(QStringLiteral("aboutText")); // dressed as there
    text->setAccessibleName(QStringLiteral("Keys and terms"));
    text->setFrameShape(QFrame::NoFrame);
    text->document()->setDocumentMargin(0);
    text->setHtml(page(theme));
    auto* tour = makeButton(tr("Show the tour"), "Show the tour", "", this);
    tour->setToolTip(tr("The first steps, on the window itself"));
    auto* close = makeButton(tr("Close"), "Close", "primary", this);
    close->setDefault(true);
    close->setToolTip(tr("Closes this dialog"));
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(tour, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT tourRequested();
    });
    fillWith(this, columnOf(12, {{text, 1}, rowOf(8, {tour, Placed::stretch(), close})}), {24, 16, 16, 16});
    resizeWithinScreen(this, {680, 720});
}

QString HelpSheet::page(const Theme& theme) {
    const QString muted = theme.palette().muted.name();
    const QString row = QStringLiteral("<tr><td width='170'><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>");
    const auto table = [](const QString& title, const QString& rows) {
        return QStringLiteral("<h3>%1</h3><table cellspacing='0' cellpadding='3'>%2</table>").arg(title, rows);
    };
    QString keys, words;
    const auto addKeys = [&](const QString& pressed, const QString& title, const QString& where) {
        QString what = title.toHtmlEscaped();
        if (!where.isEmpty())
            what += QStringLiteral(" <span style='color:%1'>(%2)</span>").arg(muted, where.toHtmlEscaped());
        keys += row.arg(pressed.toHtmlEscaped(), what);
    };
    for (const Shortcut& shortcut : shortcuts())
        addKeys(keysText(shortcut), titleOf(shortcut), scopeText(shortcut.scope));
    for (const PartKeys& part : partKeys())
        addKeys(QString::fromUtf8(part.keys), titleOf(part), partText(part));
    for (const Term& term : terms())
        words += row.arg(tr(term.name).toHtmlEscaped(), tr(term.meaning).toHtmlEscaped());
    return table(tr("Keys"), keys) + table(tr("Terms"), words);
}

} // namespace belfry
