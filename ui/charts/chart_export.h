// A chart as a picture or a table. File functions throw Error (Io) when the file cannot be written; nothing half
// written stays behind.
#pragma once

#include "ui/charts/live_chart.h"

#include <QImage>
#include <QSaveFile>
#include <QTimer>

namespace belfry {

// The card as on the screen, without its controls.
QImage chartImage(LiveChart& chart); // twice as large
void savePng(LiveChart& chart, const QString& file);
void saveSvg(LiveChart& chart, const QString& file);

// One row per point: step, epoch, images, seconds, then each line's raw and smoothed values; dots in the row of their
// step, or in one of their own. Empty cells where there is no value; numbers with a point whatever the language. In
// slices, for long runs: 100,000 rows take about 0.1 s.
class CsvWriter {
public:
    CsvWriter(LiveChart& chart, const QString& file);
    bool writeRows(std::size_t count); // false: all rows are written
    void finish();                     // renames the file into place

private:
    void writeHead();
    void writeRow(const XPoint& x, std::optional<std::size_t> point);
    const ChartSeries::Dot* nextDot() const; // of those not written, the one of the lowest step; null: none is left
    float takeDot(std::size_t series, std::int64_t step);
    void flush();

    LiveChart& chart_;
    QSaveFile file_;
    std::string text_;
    std::size_t next_ = 0, points_ = 0;
    std::vector<std::size_t> nextDot_; // per series
};

// Runs a CsvWriter between the window's other work and deletes itself at the end. Data cleared meanwhile ends it.
class CsvExport : public QObject {
    Q_OBJECT
public:
    CsvExport(LiveChart& chart, const QString& file);

Q_SIGNALS:
    void finished(const belfry::Text& error); // empty: done

private:
    void slice();
    LiveChart& chart_;
    CsvWriter writer_;
    std::size_t generation_; // of the data it began with
    QTimer timer_;
};

} // namespace belfry
