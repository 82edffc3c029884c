// The x range shown by all charts of a page. GUI thread only.
#pragma once

#include "ui/charts/y_range.h"

#include <QObject>
#include <algorithm>

namespace belfry {

class ViewRange : public QObject {
    Q_OBJECT
public:
    enum class Mode {
        Fit,    // all data, growing with it
        Follow, // a window of constant width that ends at the newest data
        User,   // what the user zoomed to; new data never changes it
    };

    explicit ViewRange(QObject* parent = nullptr) : QObject(parent) {}

    Mode mode() const { return mode_; }
    Interval range() const { return range_; }
    Interval data() const { return data_; }
    bool newestOutside() const { return !data_.empty() && !range_.contains(data_.high); } // a way to follow is offered

    // Sets the range of the data. In mode User the range stays as it is.
    void setData(const Interval& data);
    // Share of the width left free at the newest end, for the value tags.
    void setTailRoom(double share);

    void fit() { change(Mode::Fit); }
    void follow() { change(Mode::Follow); }
    void zoomTo(double low, double high);
    // factor below 1: closer; above: not to before the data begin, as there are no negative steps.
    void zoomAbout(double x, double factor) {
        const double first = std::min(range_.low, data_.low);
        zoomTo(std::max(x - (x - range_.low) * factor, first), x + (range_.high - x) * factor);
    }
    // Towards higher values when positive.
    void pan(double distance) { set({range_.low + distance, range_.high + distance}, Mode::User); }
    // Another axis was chosen: the same piece of the run in its units. Keeps the mode.
    void translate(const Interval& range, const Interval& data);
    void clear(); // no data; mode Fit

Q_SIGNALS:
    void changed();     // range or mode
    void modeChanged(); // mode, or newestOutside()

private:
    void change(Mode mode);
    void place(); // the range that mode and data ask for
    void set(const Interval& range, Mode mode);
    void take(const Interval& range, Mode mode);

    Mode mode_ = Mode::Fit;
    Interval range_{0, 1};
    Interval data_;
    double tailRoom_ = 0.12;
    bool wasOutside_ = false;
};

} // namespace belfry
