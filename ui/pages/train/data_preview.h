// Preview of the chosen data set as the network sees it: pictures of each class in turn, at least one of each,
// augmented as in the first epoch, read off the GUI thread. GUI thread only.
#pragma once

#include "core/data/dataset.h"
#include "core/train/plan.h"
#include "ui/foundation/background.h"

#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;

namespace belfry {

class Theme;
class Thumbnails;

class DataPreview : public QWidget {
    Q_OBJECT
public:
    explicit DataPreview(const Theme& theme, QWidget* parent = nullptr);

    // Shows the plan's data as its input stage makes it. Nothing is read before open().
    void setPlan(const Plan& plan);
    void open(); // its page is shown: others than this picture need the data, too
    Thumbnails* thumbnails() const { return thumbnails_; }

Q_SIGNALS:
    void opened(qint64 trainImages); // of the plan's data; 0 when it could not be read
    // The data set of the plan has been opened: what networks must fit.
    void known(const QString& data, const belfry::ImageShape& shape, const std::vector<std::string>& classes);

private:
    struct Pictures {
        std::vector<std::uint8_t> bytes;
        ImageShape shape;
        std::vector<std::string> labels;
        std::vector<float> shares;    // of those labels in mixed pictures, the rest is of the next one; else empty
        std::int64_t trainImages = 0; // in the whole split
        ImageShape dataShape;         // before the input stage
        std::vector<std::string> classes;
    };
    void load();
    static QStringList tipsOf(const Pictures& pictures);
    static Pictures read(const Plan& plan);

    Thumbnails* thumbnails_;
    QLabel* problem_;
    Plan plan_; // of what is shown, or will be
    bool open_ = false, loaded_ = false;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob job_{background_};
};

} // namespace belfry
