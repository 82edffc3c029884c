// Pictures of the Runs page and of the queue, with runs that nobody made: part of the window's gallery.
#pragma once

#include "ui/window/main_window.h"

#include <functional>

namespace belfry {

class RunsGallery {
public:
    using Save = std::function<void(QWidget& widget, const char* name)>;
    RunsGallery(MainWindow& window, Save save) : window_(window), save_(std::move(save)) {}

    static void writeRuns(); // finished, stopped, failed, seeds of one plan, one in progress, and a damaged one
    void savePage();         // empty, with one run chosen, compared, grouped, with a message, and the trash

private:
    void saveMenu();  // of a run
    void saveQueue(); // empty, and with plans that wait

    MainWindow& window_;
    Save save_;
};

} // namespace belfry
