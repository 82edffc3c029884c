#include "ui/widgets/save_file.h"

#include "ui/widgets/banner.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFileDialog>
#include <QLayout>
#include <QRegularExpression>
#include <QTimer>
#include <QUrl>
#include <algorithm>

namespace belfry {
namespace {

struct SaveFile {
    Q_DECLARE_TR_FUNCTIONS(belfry::SaveFile)
};

// A banner that floats over the lower edge of a window.
class SavedNotice : public Banner {
public:
    explicit SavedNotice(QWidget* window) : Banner(window, QStringLiteral("savedNotice")) {
        constexpr int kShownMilliseconds = 10'000;
        window->installEventFilter(this);
        timer_.setSingleShot(true);
        timer_.setInterval(kShownMilliseconds);
        QObject::connect(&timer_, &QTimer::timeout, this, &QWidget::hide);
    }

    void announce(const QString& file) {
        const QString folder = QFileInfo(file).absolutePath();
        offer([file] { return SaveFile::tr("Saved to %1").arg(QDir::toNativeSeparators(file)); },
              [] { return SaveFile::tr("Open folder"); },
              [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
        place();
        raise();
        timer_.start();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == parent() && event->type() == QEvent::Resize)
            place();
        return Banner::eventFilter(watched, event);
    }

private:
    void place() {
        constexpr int kMaxWidth = 640, kBeside = 16, kAboveEdge = 44; // clear of the status strip
        const QSize window = parentWidget()->size();
        const int width = std::min(kMaxWidth, window.width() - 2 * kBeside);
        const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : sizeHint().height();
        setGeometry((window.width() - width) / 2, window.height() - height - kAboveEdge, width, height);
    }

    QTimer timer_;
};

FileFolders* foldersOf(QWidget* widget) {
    for (QWidget* ancestor = widget; ancestor != nullptr; ancestor = ancestor->parentWidget())
        for (QObject* child : ancestor->children())
            if (auto* folders = dynamic_cast<FileFolders*>(child))
                return folders;
    return nullptr;
}

QStringList suffixesOf(const QString& filter) { // "Text (*.txt *.md)"
    static const QRegularExpression pattern(QStringLiteral("\\*\\.(\\w+)"));
    QStringList suffixes;
    for (const auto& match : pattern.globalMatch(filter))
        suffixes << match.captured(1);
    return suffixes;
}

// The dialog's present suffix where the filter has it, or has none of its own.
void followFilter(QFileDialog* dialog, const QString& filter) {
    const QStringList suffixes = suffixesOf(filter);
    if (!suffixes.isEmpty() && !suffixes.contains(dialog->defaultSuffix()))
        dialog->setDefaultSuffix(suffixes.front());
}

using Chosen = std::function<void(const QStringList&)>;

QFileDialog* ask(QWidget* parent, const FileQuestion& question, QFileDialog::FileMode mode,
                 QFileDialog::AcceptMode accept, Chosen chosen) {
    FileFolders* folders = foldersOf(parent);
    const QString start = folders != nullptr ? folders->folder(question.kind) : QDir::homePath();
    auto* dialog = new QFileDialog(parent, question.title, start, question.filters);
    // A desktop's own dialog asks about the name as it was typed, before the suffix completes it: a file could be
    // replaced without a question.
    dialog->setOption(QFileDialog::DontUseNativeDialog);
    dialog->setObjectName(question.kind + QStringLiteral("Dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    dialog->setAcceptMode(accept);
    if (accept == QFileDialog::AcceptSave && mode == QFileDialog::AnyFile) {
        dialog->setDefaultSuffix(QFileInfo(question.name).suffix());
        followFilter(dialog, dialog->selectedNameFilter());
        QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                         [dialog](const QString& filter) { followFilter(dialog, filter); });
    }
    if (!question.name.isEmpty())
        dialog->selectFile(QString(question.name).replace('/', '-'));
    QObject::connect(dialog, &QFileDialog::filesSelected, parent,
                     [folders, kind = question.kind, chosen = std::move(chosen)](const QStringList& files) {
                         if (folders != nullptr)
                             folders->setFolder(kind, QFileInfo(files.front()).absolutePath());
                         chosen(files);
                     });
    dialog->open();
    return dialog;
}

// For one file.
Chosen first(std::function<void(const QString&)> work) {
    return [work = std::move(work)](const QStringList& files) { work(files.front()); };
}

} // namespace

FileFolders::FileFolders(QWidget* window, Read read, Write write)
    : QObject(window), read_(std::move(read)), write_(std::move(write)) {}

QString FileFolders::folder(const QString& kind) const {
    const QString folder = read_(kind);
    return !folder.isEmpty() && QDir(folder).exists() ? folder : QDir::homePath();
}

QFileDialog* askSaveFile(QWidget* parent, const FileQuestion& question, std::function<bool(const QString&)> save) {
    return ask(parent, question, QFileDialog::AnyFile, QFileDialog::AcceptSave,
               first([parent, save = std::move(save)](const QString& file) {
                   if (save(file))
                       showSaved(parent, file);
               }));
}

QFileDialog* askOpenFiles(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> open) {
    return ask(
        parent, question, QFileDialog::ExistingFiles, QFileDialog::AcceptOpen,
        [open = std::move(open)](const QStringList& files) { std::ranges::for_each(files, open); });
}

QFileDialog* askOpenFile(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> open) {
    return ask(parent, question, QFileDialog::ExistingFile, QFileDialog::AcceptOpen, first(std::move(open)));
}

QFileDialog* askFolder(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> use) {
    return ask(parent, question, QFileDialog::Directory, QFileDialog::AcceptOpen, first(std::move(use)));
}

QFileDialog* askNewFolder(QWidget* parent, const FileQuestion& question, std::function<void(const QString&)> make) {
    QFileDialog* dialog = ask(parent, question, QFileDialog::AnyFile, QFileDialog::AcceptSave, first(std::move(make)));
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->setDefaultSuffix({}); // a dot in the proposed name is none
    return dialog;
}

void showSaved(QWidget* widget, const QString& file) {
    QWidget* window = widget->window();
    auto* notice = static_cast<SavedNotice*>(
        window->findChild<Banner*>(QStringLiteral("savedNotice"), Qt::FindDirectChildrenOnly));
    if (notice == nullptr)
        notice = new SavedNotice(window);
    notice->announce(file);
}

} // namespace belfry
