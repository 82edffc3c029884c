// The pictures that the data doctor named, and what was decided about them, as rows of a table. GUI thread only.
#pragma once

#include "core/doctor/treatment.h"
#include "ui/widgets/row_model.h"

#include <memory>

namespace belfry {

struct TreatmentRow {
    std::size_t number = 0; // index into Treatment::rows()
};

class TreatmentModel : public RowModel<TreatmentRow> {
    Q_OBJECT
public:
    enum Column { Reason, Picture, Class, Verdict, Columns };

    explicit TreatmentModel(QObject* parent = nullptr);

    // Null: none. Must outlive its use here.
    void setTreatment(Treatment* treatment, std::vector<std::string> classes);
    void refresh(); // after a decision

private:
    QString reasonText(std::size_t row) const;
    QString pictureText(std::size_t row) const;
    QString classText(std::size_t row) const;
    QString verdictText(std::size_t row) const;
    QString className(int label) const;

    Treatment* treatment_ = nullptr;
    std::vector<std::string> classes_;
};

} // namespace belfry
