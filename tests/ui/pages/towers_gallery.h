// Pictures of the Scaling page and of the towers of runs that nobody makes here: part of the window's gallery.
#pragma once

#include "ui/window/main_window.h"

#include <functional>
#include <string>
#include <vector>

namespace belfry {

class TowersGallery {
public:
    using Save = std::function<void(const char* name)>;
    TowersGallery(MainWindow& window, Save save) : window_(window), save_(std::move(save)) {}

    void saveMeasurements(); // empty, busy, going wrong, stopped, of one tower, of several
    void saveDiagrams();     // exchanges, feeds, few towers and many, at both sizes
    void saveStages();       // the Train page's strip and chart of eight towers
    void saveAdvice();       // figures of eight GPUs, with an advice

private:
    void measure(int towers, int repeats);
    void showTowers(const char* exchange, const std::vector<std::string>& devices, const char* feed = "direct");

    MainWindow& window_;
    Save save_;
};

} // namespace belfry
