#include "ui/charts/chart_export.h"

#include "core/base/csv.h"
#include "core/base/error.h"
#include "ui/charts/chart_group.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr std::size_t kSliceRows = 20'000;
constexpr float kNoCell = std::numeric_limits<float>::quiet_NaN();

[[noreturn]] void failToWrite(const QString& file, const QString& reason) {
    throw Error(ErrorCategory::Io,
                Text::tr("Cannot write '%1': %2. Choose a folder that you can write to, with space left.",
                         file.toStdString(), reason.toStdString()));
}

void writeBytes(const QString& name, const QByteArray& bytes) {
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        failToWrite(name, file.errorString());
}

template <typename Number>
void appendNumber(std::string& text, Number number) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

void appendCell(std::string& text, float value) {
    text += ',';
    if (!std::isnan(value))
        appendNumber(text, value);
}

std::string headField(const QString& title) { return ',' + csvField(title.toStdString()); }

} // namespace

QImage chartImage(LiveChart& chart) {
    constexpr double kScale = 2;
    QImage image((QSizeF(chart.size()) * kScale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kScale);
    QPainter painter(&image);
    chart.paintCard(painter, false);
    return image;
}

void savePng(LiveChart& chart, const QString& file) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    chartImage(chart).save(&buffer, "PNG");
    writeBytes(file, bytes);
}

void saveSvg(LiveChart& chart, const QString& file) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(chart.size());
    generator.setViewBox(QRect(QPoint(0, 0), chart.size()));
    generator.setResolution(96); // a CSS pixel: as large in a browser as on the screen
    generator.setTitle(chart.spec().title);
    QPainter painter(&generator);
    chart.paintCard(painter, true);
    painter.end();
    writeBytes(file, bytes);
}

CsvWriter::CsvWriter(LiveChart& chart, const QString& file)
    : chart_(chart), file_(file), points_(chart.group().xs().size()), nextDot_(chart.series().size()) {
    if (!file_.open(QIODevice::WriteOnly))
        failToWrite(file, file_.errorString());
    writeHead();
}

void CsvWriter::writeHead() {
    text_ = "step,epoch,images,seconds";
    for (const auto& series : chart_.series()) {
        const SeriesSpec& spec = series->spec();
        text_ += headField(spec.name.isEmpty() ? spec.key : spec.name);
        if (series->smooths())
            text_ += headField((spec.kind == SeriesKind::RawAndSmoothed ? QString() : spec.key + QStringLiteral(" ")) +
                               QStringLiteral("smoothed"));
    }
    text_ += '\n';
}

const ChartSeries::Dot* CsvWriter::nextDot() const {
    const ChartSeries::Dot* next = nullptr;
    for (std::size_t i = 0; i < nextDot_.size(); ++i) {
        const auto& dots = chart_.series()[i]->dots();
        if (nextDot_[i] < dots.size() && (next == nullptr || dots[nextDot_[i]].x.step < next->x.step))
            next = &dots[nextDot_[i]];
    }
    return next;
}

// The value of the dot at this step; the newest when there are several.
float CsvWriter::takeDot(std::size_t series, std::int64_t step) {
    const auto& dots = chart_.series()[series]->dots();
    float value = kNoCell;
    while (nextDot_[series] < dots.size() && dots[nextDot_[series]].x.step <= step)
        value = dots[nextDot_[series]++].value;
    return value;
}

void CsvWriter::writeRow(const XPoint& x, std::optional<std::size_t> point) {
    appendNumber(text_, x.step);
    text_ += ',';
    appendNumber(text_, x.epoch);
    text_ += ',';
    appendNumber(text_, x.images);
    text_ += ',';
    appendNumber(text_, x.seconds);
    for (std::size_t i = 0; i < chart_.series().size(); ++i) {
        const ChartSeries& series = *chart_.series()[i];
        if (!series.isLine()) {
            appendCell(text_, takeDot(i, x.step));
            continue;
        }
        appendCell(text_, point ? series.rawAt(*point) : kNoCell);
        if (series.smooths())
            appendCell(text_, point ? series.smoothedAt(*point) : kNoCell);
    }
    text_ += '\n';
}

bool CsvWriter::writeRows(std::size_t count) {
    const XColumns& xs = chart_.group().xs();
    const ChartSeries::Dot* dot = nextDot();
    for (; count > 0 && (next_ < points_ || dot != nullptr); --count) {
        if (next_ < points_ && (dot == nullptr || xs.at(XAxis::Step, next_) <= static_cast<double>(dot->x.step))) {
            writeRow(xs.point(next_), next_);
            ++next_;
        } else {
            writeRow(dot->x, {});
        }
        dot = nextDot();
    }
    flush();
    return next_ < points_ || dot != nullptr;
}

void CsvWriter::flush() {
    if (file_.write(text_.data(), static_cast<qint64>(text_.size())) != static_cast<qint64>(text_.size()))
        failToWrite(file_.fileName(), file_.errorString());
    text_.clear();
}

void CsvWriter::finish() {
    flush();
    if (!file_.commit())
        failToWrite(file_.fileName(), file_.errorString());
}

CsvExport::CsvExport(LiveChart& chart, const QString& file)
    : QObject(&chart), chart_(chart), writer_(chart, file), generation_(chart.generation()) {
    connect(&timer_, &QTimer::timeout, this, &CsvExport::slice);
    timer_.start(0);
}

void CsvExport::slice() {
    Text error;
    try {
        if (chart_.generation() != generation_)
            throw Error(ErrorCategory::Io, Text::tr("The chart was cleared while it was being saved. Save it again."));
        if (writer_.writeRows(kSliceRows))
            return;
        writer_.finish();
    } catch (const Error& failure) {
        error = failure.message();
    }
    timer_.stop();
    Q_EMIT finished(error);
    deleteLater();
}

} // namespace belfry
