// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.hpp"

#include "advice/advice.hpp"
#include "report/markdown_evidence.hpp"
#include "report/markdown_page.hpp"
#include "report/published_words.hpp"

#include <string_view>

namespace steelyard::report {
namespace {

using analysis::remark;
using analysis::unit;

void write_list(markdown_page& page, const std::vector<remark>& sentences) {
  for (const remark& sentence : sentences) {
    page.bullet(page.say_with_cells(sentence));
  }
  page.finish_list();
}

void write_title(markdown_page& page, const analysis::run_summary& summary) {
  const record::manifest& manifest = summary.manifest;
  page.heading(1,
               page.say({"title.report", {analysis::text_argument("study", manifest.study)}, {}}));
  if (!summary.invalid.empty()) {
    page.paragraph("**" + page.words("invalid.banner") + "**");
    write_list(page, summary.invalid);
  }
  page.paragraph(page.say(
      {"title.run",
       {analysis::text_argument("version", manifest.tool_version),
        analysis::text_argument("study", manifest.study),
        analysis::text_argument("profile", manifest.profile),
        analysis::number_argument("rounds", summary.rounds),
        analysis::number_argument("processes", static_cast<double>(summary.processes)),
        analysis::number_argument("failures", static_cast<double>(summary.failures)),
        analysis::number_argument("measured", 1e9 * summary.measured_s, unit::nanoseconds)},
       {}}));
}

void write_answer(markdown_page& page,
                  const analysis::run_summary& summary,
                  const advice::run_advice& advice) {
  page.heading(2, page.words("chapter.answer"));
  for (const advice::workload_answer& answer : advice.workloads) {
    page.heading(3, page.foreign(answer.workload));
    page.paragraph("**" + page.say(answer.use) + "**");
    std::vector<remark> lines = answer.details;
    lines.insert(lines.end(), answer.unless.begin(), answer.unless.end());
    write_list(page, lines);
  }
  if (!summary.warnings.empty()) {
    page.paragraph(page.words("title.warnings") + page.words("label.colon") +
                   page.say(summary.warnings.front()));
  }
}

void write_choosing(markdown_page& page, const advice::run_advice& advice) {
  page.heading(2, page.words("chapter.choosing"));
  page.heading(3, page.words("section.table"));
  markdown_table table = page.table({"column.situation", "column.answer"});
  for (const advice::situation_answer& situation : advice.situations) {
    std::string answers;
    for (const remark& answer : situation.answers) {
      answers += (answers.empty() ? "" : "<br>") + page.say_with_cells(answer);
    }
    table.add({page.words("situation.title." + std::string(to_string(situation.kind))), answers});
  }
  page.put(table);
  page.heading(3, page.words("section.checklist"));
  write_list(page, advice.checklist);
}

void write_published(markdown_page& page,
                     const analysis::run_summary& summary,
                     const published_table& published) {
  page.heading(2, page.words("chapter.published"));
  page.paragraph(page.say(published_intro(published)));
  markdown_table table = page.table({"column.cell",
                                     "column.published_workers",
                                     "column.published",
                                     "column.published_ratio",
                                     "column.here",
                                     "column.here_ratio"});
  for (const comparison& row : compare_with(summary, published)) {
    const auto amount = [&](const analysis::quantity& value) {
      return page.number(value.value, value.unit);
    };
    const std::string missing = page.words("why.not_measured");
    table.add(
        {page.foreign(record::to_string(row.cell)),
         std::to_string(row.published_workers),
         amount(published_amount(row)),
         page.number(row.published_ratio, unit::ratio),
         row.here ? amount(*here_amount(row)) : table.withheld(missing),
         row.here_ratio ? page.number(*row.here_ratio, unit::ratio) : table.withheld(missing)});
  }
  if (table.is_empty()) {
    page.paragraph(page.words("published.none"));
  } else {
    page.put(table);
  }
}

void write_method(markdown_page& page, const analysis::run_summary& summary) {
  page.heading(2, page.words("chapter.method"));
  page.bullet(page.say({"method.unit",
                        {analysis::text_argument("seed", std::to_string(summary.manifest.seed))},
                        {}}));
  page.bullet(page.words(summary.looked == analysis::looking::once ? "method.looked_once"
                                                                   : "method.looked_anytime"));
  page.bullet(page.say({"method.verdict",
                        {analysis::number_argument("margin", summary.manifest.margin, unit::share)},
                        {}}));
  page.bullet(page.words("method.best_set"));
  page.bullet(page.words("method.stopped"));
  page.bullet(page.words("method.more"));
  page.finish_list();
  markdown_table table = page.table({"column.implementation", "column.notes"});
  for (const record::implementation& row : summary.manifest.implementations) {
    table.add({page.foreign(row.id), page.foreign(row.lifecycle)});
  }
  page.put(table);
}

void write_self_check(markdown_page& page, const analysis::run_summary& summary) {
  page.heading(2, page.words("chapter.self_check"));
  markdown_table table = page.table({"column.check", "column.finding"});
  for (const analysis::check& line : summary.checks) {
    table.add({page.words("result." + std::string(to_string(line.result))),
               page.say_with_cells(line.finding)});
  }
  page.put(table);
}

std::string fact_text(const nlohmann::ordered_json& value) {
  return value.is_string()
             ? value.get<std::string>()
             : value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void write_environment(markdown_page& page, const analysis::run_summary& summary) {
  page.heading(2, page.words("chapter.environment"));
  markdown_table table = page.table({"column.fact", "column.value", "column.source"});
  for (const record::fact& fact : summary.manifest.environment) {
    table.add({page.foreign(fact.name),
               fact.value.is_null()
                   ? page.say({"environment.not_readable",
                               {analysis::text_argument("reason", fact.not_readable)},
                               {}})
                   : page.foreign(fact_text(fact.value)),
               page.foreign(fact.source)});
  }
  page.put(table);
  if (!summary.manifest.subjects.is_array() || summary.manifest.subjects.empty()) {
    return;
  }
  page.heading(3, page.words("section.subjects"));
  for (const auto& subject : summary.manifest.subjects) {
    page.bullet(page.foreign(fact_text(subject)));
  }
  page.finish_list();
}

void write_reproduce(markdown_page& page, const analysis::run_summary& summary) {
  const record::manifest& manifest = summary.manifest;
  page.heading(2, page.words("chapter.reproduce"));
  std::string command;
  for (const std::string& word : manifest.command) {
    command += (command.empty() ? "" : " ") + page.foreign(word);
  }
  page.paragraph(page.words("reproduce.command") + page.words("label.colon") + command);
  std::string cpus;
  for (const std::uint32_t cpu : manifest.cpus) {
    cpus += (cpus.empty() ? "" : ",") + std::to_string(cpu);
  }
  const std::string commit =
      manifest.git_commit.empty() ? page.words("label.not_known") : manifest.git_commit;
  page.paragraph(page.say({"reproduce.seed",
                           {analysis::text_argument("seed", std::to_string(manifest.seed)),
                            analysis::text_argument("cpus", cpus),
                            analysis::text_argument("run", manifest.run_id),
                            analysis::text_argument("created", manifest.created_utc),
                            analysis::text_argument("version", manifest.tool_version),
                            analysis::text_argument("commit", commit)},
                           {}}));
  page.paragraph(page.words("reproduce.data"));
}

}  // namespace

std::string markdown(const analysis::run_summary& summary, const markdown_options& options) {
  markdown_page page(options.language);
  const advice::run_advice advice = advice::advise(summary);
  write_title(page, summary);
  write_answer(page, summary, advice);
  write_choosing(page, advice);
  page.heading(2, page.words("chapter.evidence"));
  for (const analysis::workload_summary& workload : summary.workloads) {
    write_evidence(page, summary, workload);
  }
  if (options.against) {
    write_published(page, summary, *options.against);
  }
  page.heading(2, page.words("chapter.losses"));
  write_list(page, advice.losses);
  page.heading(2, page.words("chapter.undecided"));
  write_list(page, advice.undecided);
  write_method(page, summary);
  page.heading(2, page.words("chapter.caveats"));
  write_list(page, advice.caveats);
  write_self_check(page, summary);
  write_environment(page, summary);
  write_reproduce(page, summary);
  return std::move(page).finished();
}

}  // namespace steelyard::report
