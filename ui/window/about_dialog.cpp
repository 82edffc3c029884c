#include "ui/window/about_dialog.h"

#include "ui/foundation/screen_fit.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>

namespace belfry {

const std::vector<AboutDialog::Library>& AboutDialog::libraries() {
    static const std::vector<Library> table{
        {"Qt 6", "LGPL-3.0", QT_TR_NOOP("the window")},
        {"Qt Charts", "GPL-3.0", QT_TR_NOOP("the live charts")},
        {"Qt Multimedia", "LGPL-3.0", QT_TR_NOOP("pictures from a camera, where it is there")},
        {"LibTorch (ATen)", "BSD-3-Clause", QT_TR_NOOP("matrix products and convolutions")},
        {"CUDA, cuDNN, NCCL", "NVIDIA", QT_TR_NOOP("work on GPUs; fetched by the set-up, never bundled")},
        {"nlohmann json", "MIT", QT_TR_NOOP("plans and records")},
        {"CLI11", "BSD-3-Clause", QT_TR_NOOP("the command line")},
        {"spdlog, {fmt}", "MIT", QT_TR_NOOP("log lines")},
        {"SQLiteCpp, SQLite", QT_TR_NOOP("MIT, public domain"), QT_TR_NOOP("metrics of runs")},
        {"libspng", "BSD-2-Clause", QT_TR_NOOP("PNG pictures")},
        {"libjpeg-turbo", "BSD-3-Clause, IJG", QT_TR_NOOP("JPEG pictures")},
        {"libwebp, libtiff", QT_TR_NOOP("BSD-3-Clause, libtiff"), QT_TR_NOOP("WebP and TIFF pictures")},
        {"libheif", "LGPL-3.0", QT_TR_NOOP("HEIF pictures, where it is there")},
        {"zlib, libdeflate", "Zlib, MIT", QT_TR_NOOP("compressed data files")},
        {"libarchive", "BSD-2-Clause", QT_TR_NOOP("the archive of CIFAR-10")},
        {"libcurl", "curl", QT_TR_NOOP("downloads of data sets")},
        {"OpenSSL", "Apache-2.0", QT_TR_NOOP("checksums of downloads")},
        {"cpp-httplib", "MIT", QT_TR_NOOP("the server of the command line")},
        {"protozero", "BSD-2-Clause", QT_TR_NOOP("records of TFRecord files")},
        {"Apache Arrow (pyarrow)", "Apache-2.0", QT_TR_NOOP("Parquet files, where it is there")},
        {"umappp, knncolle, Eigen", "BSD-2-Clause, MIT, MPL-2.0", QT_TR_NOOP("maps of pictures (UMAP)")},
        {"Highway", "Apache-2.0", QT_TR_NOOP("vector kernels on the CPU")},
        {"Roboto", "Apache-2.0", QT_TR_NOOP("the typeface")},
    };
    return table;
}

AboutDialog::AboutDialog(const Theme& theme, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("aboutDialog"));
    setWindowTitle(tr("About Belfry"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* text = new QTextBrowser(this);
    text->setObjectName(QStringLiteral("aboutText"));
    text->setAccessibleName(QStringLiteral("About Belfry"));
    text->setOpenExternalLinks(true);
    text->setFrameShape(QFrame::NoFrame);
    text->document()->setDocumentMargin(0);
    text->setHtml(page(theme));
    auto* close = makeButton(tr("Close"), "Close", "primary", this);
    close->setDefault(true);
    close->setToolTip(tr("Closes this dialog"));
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    fillWith(this, columnOf(12, {{text, 1}, rowOf(-1, {Placed::stretch(), close})}), {24, 16, 16, 16});
    resizeWithinScreen(this, {620, 640});
}

QString AboutDialog::page(const Theme& theme) const {
    const QString muted = theme.palette().muted.name();
    QString html = QStringLiteral("<h2>Belfry %1</h2>").arg(QCoreApplication::applicationVersion().toHtmlEscaped());
    const auto paragraph = [&html](const QString& text) { html += QStringLiteral("<p>%1</p>").arg(text); };
    paragraph(tr("A studio for training image classifiers on many GPUs."));
    paragraph(tr("Belfry's own code is under the Apache-2.0 licence."));
    paragraph(tr("Qt Charts is under the GPL-3.0, and this window is linked with it: so the window's program as "
                 "distributed is under the GPL-3.0 as a whole. The engine and belfry-cli link no Qt and stay under the "
                 "Apache-2.0. The GPL does not go together with NVIDIA's libraries in one package: packages carry "
                 "Belfry alone, and the set-up fetches those libraries."));
    html += QStringLiteral("<table cellspacing='0' cellpadding='3' style='margin-top: 12px; margin-bottom: 12px'>");
    for (const Library& library : libraries()) {
        html += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2&nbsp;&nbsp;</td>"
                               "<td><span style='color:%3'>%4</span></td></tr>")
                    .arg(QLatin1String(library.name), tr(library.licence), muted, tr(library.use));
    }
    html += QStringLiteral("</table>");
    paragraph(tr("MNIST: Y. LeCun, C. Cortes and C. Burges, CC BY-SA 3.0."));
    return html;
}

} // namespace belfry
