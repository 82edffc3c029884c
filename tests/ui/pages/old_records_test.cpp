// Runs that earlier versions recorded, in the window.
#include "core/base/files.h"
#include "tests/ui/pages/runs_page_fixture.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using OldRecordsTest = RunsPageTest;

// What earlier versions wrote into records stayed English in a Spanish window.
TEST_F(OldRecordsTest, ReasonsAreSpanish) {
    const auto recorded = [](const char* name, std::int64_t time, const char* reason) {
        const std::filesystem::path file = RunFiles(ended(name, time)).record;
        nlohmann::json record = nlohmann::json::parse(readFile(file));
        record["state"] = "interrupted";
        record["reason"] = reason;
        record["reason_text"] = {{"template", reason}, {"arguments", nlohmann::json::array()}};
        writeFileAtomically(file, record.dump());
    };
    recorded("closed", 1'700'000'300, "The program exited before the run ended.");
    recorded("unstarted", 1'700'000'200, "It has not begun yet.");
    recorded("untrained", 1'700'000'150, "No step has been trained yet."); // beside "Trained 5,160 steps"
    recorded("oldest", 1'700'000'100, "The program left the run before its end.");
    language_.choose(QStringLiteral("es"));
    openRuns(4);
    const QStringList expected{
        "Belfry se cerró antes de que terminara la ejecución.", "No se ha iniciado desde que se creó la rama.",
        "No se ha iniciado desde que se creó la rama.", "Belfry se cerró antes de que terminara la ejecución."};
    for (int row = 0; row < 4; ++row) {
        clickRow(row);
        EXPECT_TRUE(eventually([&] { return text("runReason") == expected[row]; })) << text("runReason").toStdString();
        const QModelIndex state = table()->model()->index(row, RunTableModel::State);
        EXPECT_EQ(state.data(Qt::ToolTipRole).toString(), expected[row]);
    }
}

} // namespace
} // namespace belfry
