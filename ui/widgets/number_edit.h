// A number as plans and networks have it: every digit, a point in every language. Any other text is marked and not
// taken. GUI thread only.
#pragma once

#include <QLineEdit>
#include <optional>

namespace belfry {

class NumberEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberEdit(QWidget* parent = nullptr);
    std::optional<double> value() const;
    void setValue(double value); // keeps a text that has this value already
    // Shown behind the number, in the window's language; "" for none.
    void setUnit(const QString& unit);
    QString unit() const { return unit_; }
    void setWrong(bool wrong); // also for a number that cannot be

Q_SIGNALS:
    void valueChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString unit_;
};

} // namespace belfry
