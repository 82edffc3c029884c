// What the data doctor found, as text, JSON or rows of a table.
#pragma once

#include "core/doctor/doctor.h"

#include <string>

namespace belfry::cli {

struct DoctorText {
    const DataSet& data;
    const DoctorReport& report;
    std::string backbone;  // "": none
    std::size_t most = 20; // of each kind; JSON and tables have all
};

void printDoctorReport(const DoctorText& text);
void printDoctorJson(const DoctorText& text);
// Columns problem, split, file, index, class, proposed, doubt, group. Throws Error(Io).
void writeDoctorTable(const DoctorText& text, const std::string& file);

} // namespace belfry::cli
