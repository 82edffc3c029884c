#include "core/doctor/treatment.h"

#include "core/data/catalogue.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

// A label of its own leaves a copy in the set.
bool isKept(const Treatment::Decision& decision) {
    return decision.verdict == Treatment::Verdict::Kept || decision.verdict == Treatment::Verdict::Relabelled;
}

} // namespace

Treatment::Treatment(std::shared_ptr<const DoctorReport> report, std::vector<std::string> classes)
    : report_(std::move(report)), classes_(std::move(classes)) {
    for (const SuspectPicture& suspect : report_->suspects)
        rows_.push_back(
            {.kind = Kind::Label, .picture = suspect.picture, .proposed = suspect.proposed, .doubt = suspect.doubt});
    for (const CopiedPictures& copies : report_->copies)
        for (std::size_t i = 1; i < copies.pictures.size(); ++i)
            rows_.push_back({.kind = Kind::Copy, .picture = copies.pictures[i], .original = copies.pictures.front()});
    for (const FaultyPicture& faulty : report_->faults)
        rows_.push_back({.kind = Kind::Fault, .picture = faulty.picture, .fault = faulty.fault});
}

std::size_t Treatment::choose(std::size_t picture) {
    const auto [place, added] = chosen_.try_emplace(picture, rows_.size());
    if (added)
        rows_.push_back({.kind = Kind::Chosen, .picture = picture});
    return place->second;
}

Treatment::Decision Treatment::decisionOn(std::size_t row) const {
    const auto found = decisions_.find(rows_.at(row).picture);
    return found == decisions_.end() ? Decision() : found->second;
}

void Treatment::decide(std::size_t row, const Decision& decision) {
    const Decision before = decisionOn(row);
    const bool ofLabel = rows_[row].kind == Kind::Label || rows_[row].kind == Kind::Chosen;
    const bool staysRelabelled = !ofLabel && decision.verdict == Verdict::Kept && before.verdict == Verdict::Relabelled;
    if (before == decision || staysRelabelled)
        return;
    steps_.push_back({row, before});
    decisions_[rows_[row].picture] = decision;
}

std::optional<std::size_t> Treatment::undo() {
    if (steps_.empty())
        return std::nullopt;
    const Step step = steps_.back();
    steps_.pop_back();
    decisions_[rows_[step.row].picture] = step.before;
    return step.row;
}

std::int64_t Treatment::count(Verdict verdict) const {
    return std::ranges::count_if(
        decisions_, [verdict](const auto& decided) { return decided.second.verdict == verdict; });
}

bool Treatment::hasChanges() const {
    const auto staysWithOriginal = [this](const Row& row) {
        const auto found = decisions_.find(row.picture);
        return row.kind == Kind::Copy && found != decisions_.end() && isKept(found->second);
    };
    return relabelled() + leftOut() > 0 || std::ranges::any_of(rows_, staysWithOriginal);
}

DataVersion Treatment::version(DataVersion before) const {
    for (const auto& [picture, decision] : decisions_) {
        const std::string& file = report_->pictures[picture].file;
        if (file.empty())
            continue;
        if (decision.verdict == Verdict::LeftOut)
            before.changes[file] = std::nullopt;
        else if (decision.verdict == Verdict::Relabelled)
            before.changes[file] = classes_[static_cast<std::size_t>(decision.label)];
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const std::string &original = report_->pictures[rows_[row].original].file,
                          &copy = report_->pictures[rows_[row].picture].file;
        if (rows_[row].kind == Kind::Copy && isKept(decisionOn(row)) && !original.empty() && !copy.empty())
            keepTogether(before, {original, copy});
    }
    return before;
}

std::string saveTreatment(const Treatment& treatment, const std::string& data, const std::string& dataVersion) {
    DataVersion before = dataVersion.empty() ? DataVersion{} : loadDataVersion(dataVersion);
    before.folder = resolveDataName(data);
    return saveDataVersion(treatment.version(std::move(before)));
}

} // namespace belfry
