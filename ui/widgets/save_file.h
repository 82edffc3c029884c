// Asking for files and folders. A dialog starts in the folder that was used last for its kind of file, completes a name
// without a suffix, and asks before a file is replaced. It is modal to its window, and nothing waits for it.
// GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <functional>

class QFileDialog;
class QWidget;

namespace belfry {

// The folders used last, of a window and all its dialogs: make one as a child of the window.
class FileFolders : public QObject {
public:
    using Read = std::function<QString(const QString& kind)>;
    using Write = std::function<void(const QString& kind, const QString& folder)>;
    FileFolders(QWidget* window, Read read, Write write);

    QString folder(const QString& kind) const; // the home folder where there is none, or none any more
    void setFolder(const QString& kind, const QString& folder) { write_(kind, folder); }

private:
    Read read_;
    Write write_;
};

struct FileQuestion {
    QString kind;         // "plan": names the folder used last, and the dialog ("planDialog")
    QString title;        // of the dialog
    QString filters = {}; // "Plans (*.json);;All files (*)"; none for folders
    QString name = {};    // proposed, without a folder. Its suffix, or that of the chosen filter, completes others.
};

// `save` writes the file and returns true, or reports why it could not. Afterwards the window says where the file is.
QFileDialog* askSaveFile(QWidget* parent, const FileQuestion& question, std::function<bool(const QString&)> save);
// `open` is called for each of the chosen files.
QFileDialog* askOpenFiles(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> open);
QFileDialog* askOpenFile(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> open);
QFileDialog* askFolder(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> use);
// Does not ask about a name that exists: `make` refuses it.
QFileDialog* askNewFolder(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> make);

// "Saved to X", with a button that opens its folder, over the lower edge of the widget's window. Goes after a while.
// For what is written in the background; askSaveFile() calls it otherwise.
void showSaved(QWidget* widget, const QString& file);

} // namespace belfry
