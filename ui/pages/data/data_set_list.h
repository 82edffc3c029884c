// The list of data sets: the catalogue's, then folders of the user's own. GUI thread only.
#pragma once

#include <QListWidget>
#include <QStringList>

namespace belfry {

class DataSetList : public QListWidget {
    Q_OBJECT
public:
    explicit DataSetList(QWidget* parent = nullptr);

    // Absolute paths, in the order they were added.
    QStringList folders() const { return folders_; }
    void setFolders(const QStringList& folders);
    bool addFolder(const QString& folder); // false when it is there already; either way it becomes the current one
    void removeFolder(const QString& folder);

    QString current() const; // name of the catalogue or path; "" when nothing is chosen
    void setCurrent(const QString& name);
    bool isOwn(const QString& name) const { return folders_.contains(name); }

Q_SIGNALS:
    void chosen(const QString& name);

private:
    void fill(const QString& current);
    QStringList folders_;
};

} // namespace belfry
