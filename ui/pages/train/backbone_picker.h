// Which trained network a run starts from: those that are there, and how to get more. GUI thread only.
#pragma once

#include "core/backbones/import_backbone.h"
#include "ui/foundation/background.h"

#include <QWidget>
#include <functional>
#include <optional>
#include <string>

class QLabel;
class QPushButton;

namespace belfry {

class ComboBox;

class BackbonePicker : public QWidget {
    Q_OBJECT
public:
    explicit BackbonePicker(QWidget* parent = nullptr);

    std::string name() const;              // "": none
    void setName(const std::string& name); // also of one that is not there
    void setLocked(bool locked);           // during a run

    enum class Fetch { InProgress, Failed, There }; // there: it was added and chosen
    using Tell = std::function<void(const QString& sentence, Fetch state)>;
    void fetch(const Tell& tell = {}); // the published one

Q_SIGNALS:
    void chosen(const std::string& name); // by the user

private:
    // Makes a backbone, or none when stopped; on another thread.
    using Import = std::function<std::optional<ImportedBackbone>(const LatestJob::Token& token)>;
    void showNames(const std::string& current);
    void askForFile();
    void start(const Import& import);
    void show(const QString& sentence, Fetch state = Fetch::InProgress);

    ComboBox* names_;
    QPushButton *add_, *fetch_;
    QLabel* status_;
    bool locked_ = false;
    Tell tell_;
    Background background_;
    LatestJob job_{background_};
};

} // namespace belfry
