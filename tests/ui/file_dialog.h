// What a person does in a file dialog.
#pragma once

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <functional>

namespace belfry {

// Types over the proposed name and presses the button, as Return may go to the list of completions. `beforeClick`: a
// question after the click returns only when it is answered.
inline void typeFileName(
    QFileDialog* dialog, const QString& name, const std::function<void()>& beforeClick = [] {}) {
    ASSERT_NE(dialog, nullptr);
    auto* edit = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    ASSERT_TRUE(QTest::qWaitFor([&] { // else the dialog takes what is selected in its list
        dialog->activateWindow();
        edit->setFocus();
        return edit->hasFocus();
    }));
    edit->selectAll();
    QTest::keyClicks(edit, name);
    edit->completer()->popup()->hide(); // it would take the click
    const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
    const auto* buttons = dialog->findChild<QDialogButtonBox*>();
    beforeClick();
    QTest::mouseClick(buttons->button(saves ? QDialogButtonBox::Save : QDialogButtonBox::Open), Qt::LeftButton);
}

} // namespace belfry
