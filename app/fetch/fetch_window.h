// Shows how a script that fetches LibTorch (packaging/libraries.sh --progress) comes on, and lets one stop it and go
// on. GUI thread only.
#pragma once

#include <QProcess>
#include <QString>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace belfry {

class FetchWindow : public QWidget {
    Q_OBJECT
public:
    // The script's lines "progress DONE TOTAL WHAT" (MB) move the bar; of its other lines the last says why it failed.
    explicit FetchWindow(const QString& script, QWidget* parent = nullptr);
    ~FetchWindow() override;

    void start();

Q_SIGNALS:
    void done(bool fetched); // false: the user does not want it now

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void take(const QString& line);
    void ended(int status, QProcess::ExitStatus how);
    void stopScript();
    void giveUp();

    QString script_, lastLine_;
    QLabel *what_, *state_;
    QProgressBar* bar_;
    QPushButton *again_, *cancel_;
    QProcess* process_;
    bool over_ = false;
};

} // namespace belfry
