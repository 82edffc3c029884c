#include "core/report/run_report.h"

#include "core/base/joined.h"
#include "core/report/report_sections.h"
#include "core/report/report_words.h"

#include <array>
#include <chrono>
#include <vector>

namespace belfry {
namespace {

constexpr StyleSheet kStyle{R"(
:root{--page:#fff;--ink:#1b1f24;--soft:#59636e;--line:#d1d9e0;--card:#f6f8fa;--first:#0969da;--second:#bc4c00;
--right:9,105,218;--wrong:207,34,46;--notice:#fff8c5}
@media(prefers-color-scheme:dark){:root{--page:#0d1117;--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;--card:#151b23;
--first:#4493f8;--second:#f0883e;--right:56,139,253;--wrong:248,81,73;--notice:#3b2f0b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1080px;padding:24px 20px 60px;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,"DejaVu Sans",sans-serif}
h1{font-size:28px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:21px;margin:36px 0 10px;padding-top:12px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:22px 0 8px}
a{color:var(--first)}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:16px 0 0}
.meta,.small,figcaption,caption{color:var(--soft)}.small{font-size:13px}
.note{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid var(--line);padding-left:12px}
.tag{display:inline-block;border:1px solid var(--line);border-radius:12px;padding:0 10px;margin:0 6px 6px 0;font-size:13px}
.notice{background:var(--notice);border:1px solid var(--line);border-radius:6px;padding:8px 12px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:12px;margin:18px 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 14px}
.card b{display:block;font-size:22px;font-variant-numeric:tabular-nums}.card span{color:var(--soft);font-size:13px}
.scroll{overflow-x:auto;margin:10px 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-size:13px;padding-bottom:4px}
th,td{border-bottom:1px solid var(--line);padding:4px 12px 4px 0;text-align:left;vertical-align:top;
overflow-wrap:anywhere;max-width:420px}
thead th{color:var(--soft);font-weight:600;font-size:13px;vertical-align:bottom}
tbody th{font-weight:500}
.n{text-align:right;white-space:nowrap}
.marked{color:rgb(var(--wrong));font-weight:600}
.matrix table{font-size:13px}.matrix th,.matrix td{padding:4px 8px;max-width:110px}.matrix thead th{text-align:right}
.matrix thead th:first-child{text-align:left}
.zero{color:var(--soft);opacity:.55}
.r1,.r2,.r3,.r4,.r5,.r6,.r7,.r8,.r9,.r10{background:rgba(var(--right),calc(var(--s)*.055))}
.w1,.w2,.w3,.w4,.w5,.w6,.w7,.w8,.w9,.w10{background:rgba(var(--wrong),calc(var(--s)*.11))}
.r1,.w1{--s:1}.r2,.w2{--s:2}.r3,.w3{--s:3}.r4,.w4{--s:4}.r5,.w5{--s:5}.r6,.w6{--s:6}.r7,.w7{--s:7}.r8,.w8{--s:8}
.r9,.w9{--s:9}.r10,.w10{--s:10}
pre,code{font:13px/1.45 ui-monospace,"DejaVu Sans Mono",monospace}
pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:10px 12px;overflow-x:auto;
white-space:pre-wrap;overflow-wrap:anywhere}
details{margin:10px 0}summary{cursor:pointer;color:var(--first)}
figure{margin:0}
.curves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(460px,100%),1fr));gap:20px}
svg{width:100%;height:auto;display:block}svg text{fill:var(--soft);font-size:12px}
.square{max-width:340px}
.beside{display:flex;flex-wrap:wrap;gap:32px;align-items:flex-start}.beside>svg{flex:1 1 300px}
.grid{stroke:var(--line);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1}
.ideal{stroke:var(--soft);stroke-dasharray:4 4}
polyline{fill:none;stroke-width:1.8;stroke-linejoin:round}
.first{stroke:var(--first)}.second{stroke:var(--second)}.faint{stroke:var(--first);stroke-opacity:.4;stroke-width:1}
circle.first{fill:var(--first)}circle.second{fill:var(--second)}circle.faint{fill:var(--first);fill-opacity:.3}
line.first,line.second{stroke-width:2.5}line.faint{stroke-width:2.5}
.bar{fill:var(--first);fill-opacity:.75}
.hue{--hue:var(--light)}@media(prefers-color-scheme:dark){.hue{--hue:var(--dark)}}
.map{max-width:720px}.map path{fill:none;stroke:var(--hue);stroke-linecap:round;stroke-opacity:.85;pointer-events:none}
.map circle{fill:var(--page);stroke:var(--ink)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:12px 0;font-size:13px}
.legend li{overflow-wrap:anywhere}
.dot{display:inline-block;width:10px;height:10px;margin-right:6px;border-radius:5px;background:var(--hue)}
.ringed{border:2px solid var(--ink);background:none}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(128px,1fr));gap:16px}
.pictures img{image-rendering:pixelated;display:block;border:1px solid var(--line)}
.pictures figcaption{font-size:13px;overflow-wrap:anywhere}.pictures b{color:var(--ink)}.file{font-size:12px}
@media print{body{max-width:none;padding:0;font-size:11pt}nav{display:none}h2{break-after:avoid}
figure,tr,svg,.card{break-inside:avoid}.scroll{overflow:visible}.curves{grid-template-columns:1fr 1fr}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)"};

// In the order of the page. A part that not every run has is one more row here, and says std::nullopt where there is
// none.
constexpr std::array kSections{planSection,        curveSection, resultSection,   confusionSection,
                               pairSection,        mapSection,   mistakeSection,  sliceSection,
                               calibrationSection, trendSection, hardwareSection, repeatSection};

Html card(const std::string& what, const Html& value) {
    return el("div", Attributes{{"class", "card"}}, el("b", value), el("span", what));
}

Html cards(const RunReportData& report) {
    const RunSummary& run = report.summary;
    Html all = card("state", el("span", Attributes{{"id", "state"}}, run.state));
    if (run.test)
        all += card("test accuracy", exactly("test-accuracy", *run.test, percentText(*run.test, 2)));
    if (run.bestValidation)
        all += card("best validation accuracy", percentText(*run.bestValidation, 2));
    all += card("epochs", decimals(run.epochs, 2).english());
    all += card("steps", exactly("steps", static_cast<double>(run.steps), countText(run.steps)));
    all += card("training", secondsText(run.seconds));
    return el("div", Attributes{{"class", "cards"}}, all);
}

Html headerOf(const RunReportData& report, const std::vector<ReportSection>& sections) {
    const RunSummary& run = report.summary;
    Html all = el("h1", run.name);
    all += el("p", Attributes{{"class", "meta"}}, run.network, " on ", run.data, " · ",
              run.started > 0 ? "started " + utcText(run.started) : std::string("start not known"), " · run ",
              el("code", run.id));
    Html tags;
    for (const std::string& tag : run.tags)
        tags += el("span", Attributes{{"class", "tag"}}, tag);
    if (!tags.empty())
        all += el("p", tags);
    if (!run.note.empty())
        all += el("p", Attributes{{"class", "note"}, {"id", "note"}}, run.note);
    all += cards(report);
    Html places;
    for (const ReportSection& section : sections)
        places += el("li", el("a", Attributes{{"href", "#" + section.id}}, section.title));
    all += el("nav", Attributes{{"aria-label", "Sections"}}, el("ul", places));
    return el("header", all);
}

} // namespace

std::string runReportHtml(const RunReportData& report) {
    std::vector<ReportSection> sections;
    for (const auto make : kSections)
        if (OptionalSection section = make(report))
            sections.push_back(std::move(*section));
    Html body = headerOf(report, sections);
    Html parts;
    for (const ReportSection& section : sections) {
        parts += el("section", Attributes{{"id", section.id}, {"aria-labelledby", section.id + "-heading"}},
                    el("h2", Attributes{{"id", section.id + "-heading"}}, section.title), section.body);
        parts += "\n";
    }
    body += el("main", parts);
    body += el("footer", el("p", Attributes{{"class", "meta small"}},
                            "Made by Belfry " BELFRY_VERSION " on " + utcText(secondsSince1970()) + "."));
    return htmlDocument(report.summary.name, kStyle, body);
}

} // namespace belfry
