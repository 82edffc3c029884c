#include "ui/pages/train/host_picker.h"

#include "ui/dialogs/host_dialog.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/host_row.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <nlohmann/json.hpp>

#include <QLabel>
#include <QPushButton>
#include <algorithm>

namespace belfry {

HostPicker::HostPicker(QWidget* parent) : QWidget(parent), rowsColumn_(columnOf(0, {})) {
    setObjectName(QStringLiteral("hostPicker"));
    setAccessibleName(QStringLiteral("Other machines"));
    const Parts parts(this);
    add_ = parts.button("quiet", QT_TR_NOOP("Add host…"),
                        QT_TR_NOOP("Trains on another machine too, which is reached by ssh"), "Add host");
    check_ =
        parts.button("quiet", QT_TR_NOOP("Check hosts"),
                     QT_TR_NOOP("Asks the machines for version and devices again, and measures the links to them"));
    summary_ = parts.sentence("muted", "hostSummary");
    fillWith(this, columnOf(2, {rowsColumn_, summary_, rowOf(0, {add_, check_, Placed::stretch()})}));
    connect(add_, &QPushButton::clicked, this, &HostPicker::askForHost);
    connect(
        check_, &QPushButton::clicked, this, [this] { checkAll(true); });
    keepTranslated(this, [this] { showSummary(); });
}

RunHosts HostPicker::hosts() const {
    RunHosts used{.hosts = {}, .program = program_.toStdString()};
    for (const HostRow* row : rows_)
        if (row->isUsed())
            used.hosts.push_back(row->host());
    return used;
}

int HostPicker::towers() const {
    int towers = 0;
    for (const HostRow* row : rows_)
        towers += row->isUsed() ? row->towers() : 0;
    return towers;
}

QString HostPicker::problem() const {
    for (const HostRow* row : rows_)
        if (row->isUsed() && !row->problem().isEmpty())
            return row->problem();
    return {};
}

void HostPicker::setOwnTowers(int towers) {
    ownTowers_ = towers;
    showSummary();
}

void HostPicker::setLocked(bool locked) {
    for (QPushButton* button : {add_, check_})
        button->setEnabled(!locked);
    for (HostRow* row : rows_)
        row->setLocked(locked);
}

void HostPicker::askForHost() {
    std::vector<std::string> names;
    for (const HostRow* row : rows_)
        names.push_back(row->host().name);
    auto* dialog = new HostDialog(names, program_, QString::fromStdString(commandLineProgram()), window());
    connect(dialog, &HostDialog::chosen, this, [this](const Host& host, const QString& program) {
        const bool elsewhere = program != program_;
        program_ = program;
        add(host, true);
        if (elsewhere)
            checkAll(true);
        else
            rows_.back()->check(hosts().programThere(), true);
        Q_EMIT edited();
    });
    dialog->open();
}

void HostPicker::add(const Host& host, bool used) {
    auto* row = new HostRow(host, used, this);
    rows_.push_back(row);
    rowsColumn_->addWidget(row);
    connect(row, &HostRow::edited, this, [this] {
        showSummary();
        Q_EMIT edited();
    });
    connect(
        row, &HostRow::checked, this,
        [this] {
            showSummary();
            Q_EMIT changed();
        });
    connect(row, &HostRow::removeRequested, this, [this, row] { remove(row); });
    showSummary();
}

void HostPicker::remove(HostRow* row) {
    std::erase(rows_, row);
    row->leave();
    showSummary();
    Q_EMIT edited();
}

void HostPicker::checkAll(bool links) {
    for (HostRow* row : rows_)
        row->check(hosts().programThere(), links);
}

void HostPicker::showSummary() {
    const auto used = std::ssize(hosts().hosts);
    const auto machines = Text::plural("%n machines", "%n machine", used + 1);
    const auto all = Text::plural("%n towers", "%n tower", ownTowers_ + towers());
    summary_->setText(tr("With this one: %1, %2").arg(translated(machines), translated(all)));
    summary_->setVisible(used > 0);
    check_->setVisible(!rows_.empty());
}

QString HostPicker::list() const {
    nlohmann::json hosts = nlohmann::json::array();
    for (const HostRow* row : rows_)
        hosts.push_back({{"name", row->host().name}, {"towers", row->host().towers}, {"used", row->isUsed()}});
    const nlohmann::json list{{"program", program_.toStdString()}, {"hosts", hosts}};
    return QString::fromStdString(list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void HostPicker::setList(const QString& json) {
    try {
        const auto list = nlohmann::json::parse(json.toStdString());
        program_ = QString::fromStdString(list.at("program"));
        for (const auto& host : list.at("hosts"))
            add({.name = host.at("name"), .towers = host.at("towers")}, host.at("used"));
    } catch (const nlohmann::json::exception&) { // of another version, or none
    }
    checkAll(false); // not 200 MB at every start
    Q_EMIT changed();
}

} // namespace belfry
