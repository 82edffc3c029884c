// Below a picture that a network answers: where it looks, on demand, for its answer or any class; and the button that
// opens what each of its layers sees. Follows picture and weights while it is in sight. GUI thread only.
#pragma once

#include "ui/bridge/explain_service.h"
#include "ui/dialogs/layers/layers_dialog.h"
#include "ui/foundation/texts.h"

#include <QPointer>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QPushButton;

namespace belfry {

class ComboBox;
class ElidedLabel;
class HeatScale;
class HeatView;
class Theme;

class InsightBox : public QWidget {
    Q_OBJECT
public:
    // `name`: of the object, by which the switch is remembered (WindowMemory). `theme` must outlive the box.
    InsightBox(const Theme& theme, const char* name, QWidget* parent = nullptr);

    bool isOn() const;
    void setOn(bool on);
    // `run`: the folder of the network's run, "" without one. Null: there is no network.
    void setNetwork(const std::shared_ptr<const Snapshot>& snapshot, const std::filesystem::path& run);
    void setPicture(const std::vector<std::uint8_t>& picture); // as the network gets it; empty: there is none
    // What else there is to know of the network, such as that another one is being set up; "" for nothing.
    void setRemark(const TranslatableText& sentence);
    LayersDialog* dialog() const { return dialog_; } // null: it is not open

public Q_SLOTS:
    void openLayers(const QString& layer = {}); // with this one chosen, by its name, where the network has it

Q_SIGNALS:
    void switched(bool on);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut(const Theme& theme);
    void fillClasses();
    void ask();
    void look(const HeatMap& map, const std::vector<std::uint8_t>& picture);
    void forgetMap();
    void showTexts();
    std::optional<int> label() const; // that was chosen; none: the answer
    QString sentence() const;         // why there is no map, or a remark

    const Theme& theme_;
    std::shared_ptr<const Snapshot> snapshot_;
    std::filesystem::path run_;
    std::vector<std::uint8_t> picture_;
    TranslatableText remark_;
    HeatMap map_; // without values: there is none
    Text problem_;
    QStringList classes_;
    QCheckBox* switch_;
    QPushButton* layers_;
    QWidget* shown_; // while it is on and there is something
    ComboBox* class_;
    HeatView* view_;
    HeatScale* scale_;
    ElidedLabel *answer_, *kind_;
    QLabel* sentence_;
    QPointer<LayersDialog> dialog_;
    ExplainService service_;
};

} // namespace belfry
