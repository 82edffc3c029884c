// What a person decides about the pictures that the data doctor named, or that the person chose, and how that becomes a
// version of the folder. Free of torch; one thread.
#pragma once

#include "core/data/data_version.h"
#include "core/doctor/doctor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

class Treatment {
public:
    enum class Kind { Label, Copy, Fault, Chosen };
    // A picture that is named for one reason.
    struct Row {
        Kind kind = Kind::Label;
        std::size_t picture = 0;  // index into the report's pictures
        int proposed = 0;         // Label
        double doubt = 0;         // Label
        std::size_t original = 0; // Copy: the first picture of its group
        PictureFault fault = PictureFault::Empty;
    };
    enum class Verdict { Open, Kept, Relabelled, LeftOut };
    struct Decision {
        Verdict verdict = Verdict::Open;
        int label = 0; // Relabelled
        bool operator==(const Decision&) const = default;
    };

    // Labels first, by doubt; then copies, all but the first of a group; then faults.
    Treatment(std::shared_ptr<const DoctorReport> report, std::vector<std::string> classes);

    const DoctorReport& report() const { return *report_; }
    // One more row, of a picture that a person chose; the same row for the same picture. Its number.
    std::size_t choose(std::size_t picture);
    const std::vector<Row>& rows() const { return rows_; }
    // Of the row's picture, which other rows may name, too.
    Decision decisionOn(std::size_t row) const;
    // A copy or a faulty picture that is kept has the label that another row gave it.
    void decide(std::size_t row, const Decision& decision);
    // Takes the last decision back. Its row; none: nothing was decided.
    std::optional<std::size_t> undo();
    bool canUndo() const { return !steps_.empty(); }
    std::int64_t relabelled() const { return count(Verdict::Relabelled); }
    std::int64_t leftOut() const { return count(Verdict::LeftOut); }
    std::int64_t kept() const { return count(Verdict::Kept); }
    // Whether version() says more than the one that was examined: also of a copy that is kept.
    bool hasChanges() const;

    // The changes of `before`, the version that was examined, and those decided here. A copy that is kept stays in one
    // split with its original. Pictures without a file are not in it: their data set is no folder of pictures.
    DataVersion version(DataVersion before) const;

private:
    struct Step {
        std::size_t row = 0;
        Decision before;
    };
    std::int64_t count(Verdict verdict) const;

    std::shared_ptr<const DoctorReport> report_;
    std::vector<std::string> classes_;
    std::vector<Row> rows_;
    std::map<std::size_t, Decision> decisions_; // by picture
    std::vector<Step> steps_;
    std::map<std::size_t, std::size_t> chosen_; // by picture, the row
};

// Saves the version that these decisions make of the data set's folder. dataVersion: the one that was looked at, ""
// without one. Returns its hash. Throws as loadDataVersion() and saveDataVersion(); blocks for the disk.
std::string saveTreatment(const Treatment& treatment, const std::string& data, const std::string& dataVersion);

} // namespace belfry
