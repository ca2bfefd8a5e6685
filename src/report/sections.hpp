// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "comac/report/report.hpp"

namespace comac::section {

/// Parts of the page, each a whole element, or "" where there is nothing to show.
std::string key_figures(const RunReport& report);
std::string notices(const RunReport& report);
std::string picture(const RunReport& report, const ReportView& view);
std::string clusters(const RunReport& report, const ReportView& view);
std::string doubts(const RunReport& report, const ReportView& view);
std::string reading(const RunReport& report);
std::string trace(const RunReport& report);
std::string scales(const RunReport& report);
std::string confusion(const RunReport& report);
std::string chain(const RunReport& report);
std::string certificate(const RunReport& report);
std::string suspicious(const RunReport& report);
std::string details(const RunReport& report, const ReportView& view);

/// Rows that are nearly as near to another cluster.
std::size_t doubtful_rows(const RunReport& report);
/// Whether tables of clusters need the whole width.
bool many_clusters(const RunReport& report);

/// A card with a heading around HTML that is already escaped.
std::string card(std::string_view heading, std::string_view content);
/// The same within a card.
std::string part(std::string_view heading, std::string_view content);
/// A paragraph of text that is not yet escaped.
std::string paragraph(std::string_view kind, std::string_view text);

/// No text of the user's is shown longer than this many characters.
inline constexpr std::size_t name_limit = 40;
inline constexpr std::size_t sentence_limit = 400;
/// Of the suspicious labels and links so many are listed and drawn.
inline constexpr std::size_t suspicious_limit = 100;

}  // namespace comac::section
