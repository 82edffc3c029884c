#include "ui/pages/data/data_set_list.h"

#include "core/data/catalogue.h"

#include <QDir>

namespace belfry {

DataSetList::DataSetList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("dataSets"));
    setAccessibleName(QStringLiteral("Data sets"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    connect(this, &QListWidget::currentItemChanged, this, [this] {
        if (!current().isEmpty())
            Q_EMIT chosen(current());
    });
    fill({});
}

void DataSetList::setFolders(const QStringList& folders) {
    folders_ = folders;
    fill(current());
}

bool DataSetList::addFolder(const QString& folder) {
    const bool fresh = !folders_.contains(folder);
    if (fresh)
        folders_ << folder;
    fill(folder);
    return fresh;
}

void DataSetList::removeFolder(const QString& folder) {
    folders_.removeAll(folder);
    fill(QString::fromStdString(catalogue().front().name));
}

QString DataSetList::current() const {
    const QListWidgetItem* item = currentItem();
    return item == nullptr ? QString() : item->data(Qt::UserRole).toString();
}

void DataSetList::setCurrent(const QString& name) {
    for (int row = 0; row < count(); ++row)
        if (item(row)->data(Qt::UserRole).toString() == name)
            setCurrentRow(row);
}

void DataSetList::fill(const QString& current) {
    const QSignalBlocker quiet(this);
    clear();
    const auto add = [this](const QString& title, const QString& name, const QString& help) {
        auto* item = new QListWidgetItem(title, this);
        item->setData(Qt::UserRole, name);
        item->setToolTip(help);
        item->setSizeHint({0, 32});
    };
    for (const CatalogueEntry& entry : catalogue())
        add(QString::fromStdString(entry.title), QString::fromStdString(entry.name), {});
    for (const QString& folder : folders_)
        add(QDir(folder).dirName(), folder, folder);
    blockSignals(false);
    setCurrent(current);
}

} // namespace belfry
