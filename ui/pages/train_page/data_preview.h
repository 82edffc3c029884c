// What the network sees of the chosen data set: a row of its pictures, read off the GUI thread. GUI thread only.
#pragma once

#include "core/data/dataset.h"
#include "ui/pages/train_page/background.h"

#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

class QLabel;

namespace belfry {

class Theme;
class Thumbnails;

class DataPreview : public QWidget {
    Q_OBJECT
public:
    explicit DataPreview(const Theme& theme, QWidget* parent = nullptr);

    // Nothing is read before the widget is first shown.
    void setDataSet(const std::string& name, const std::optional<std::filesystem::path>& folder);
    Thumbnails* thumbnails() const { return thumbnails_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Pictures {
        std::vector<std::uint8_t> bytes;
        ImageShape shape;
        std::vector<std::string> labels;
        std::uint64_t request = 0;
    };
    void load();
    static Pictures read(const std::string& name, const std::optional<std::filesystem::path>& folder);

    Thumbnails* thumbnails_;
    QLabel* problem_;
    std::string name_;
    std::optional<std::filesystem::path> folder_;
    std::uint64_t request_ = 0; // an answer to an older one is dropped
    bool loaded_ = false;
    Background background_;
};

} // namespace belfry
