// SPDX-License-Identifier: MIT
#include "report/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace comac {
namespace {

/// One channel of a colour given by hue (degrees), saturation and lightness.
int channel(double offset, double hue) {
  constexpr double saturation = 0.55, lightness = 0.5;
  const double k = std::fmod(offset + hue / 30, 12);
  const double swing = saturation * std::min(lightness, 1 - lightness);
  return static_cast<int>(
      std::lround(255 * (lightness - swing * std::max(-1.0, std::min({k - 3, 9 - k, 1.0})))));
}

}  // namespace

std::string colour_attribute(std::size_t index) {
  if (index < palette_size) return fmt::format("class=\"s{}\"", index);
  // Steps of the golden angle keep neighbours apart, however many there are.
  const double hue = std::fmod(137.508 * static_cast<double>(index), 360);
  return fmt::format("style=\"color:#{:02x}{:02x}{:02x}\"", channel(0, hue), channel(8, hue),
                     channel(4, hue));
}

std::string_view chart_style() {
  return R"css(
.chart{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;fill:#1d2733}
.chart .title{font-size:14px;font-weight:600}
.chart .quiet{fill:#5d6b7a}
.chart .grid{stroke:#e7eaee;fill:none}
.chart .frame{stroke:#c3cad3;fill:none}
.chart .point{fill:currentColor;fill-opacity:.82;stroke:#fff;stroke-width:.6}
.chart .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.chart .dashed{stroke-dasharray:6 4}
.chart .error{stroke:currentColor;stroke-width:1.2;stroke-opacity:.7;fill:none}
.chart .bar,.chart .shade{fill:currentColor}
.chart .whisker{stroke:#1d2733;stroke-width:1.4}
.chart .track{fill:#f1f3f6}
.chart .cell{fill:#f6f7f9}
.chart .strong{fill:#fff}
.chart .ring{fill:none;stroke:#1d2733;stroke-width:1.6}
.chart .fine{stroke-width:.8;stroke-opacity:.75}
.chart .note{font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.chart .number{font-size:15px;font-weight:700;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
.chart .must{stroke:#3d4a58;stroke-width:1.2;stroke-opacity:.5}
.chart .cannot{stroke:#3d4a58;stroke-width:1.2;stroke-opacity:.5;stroke-dasharray:4 3}
.chart .doubted{stroke:#e06c00;stroke-width:2.2;stroke-opacity:1}
.chart .violated{stroke:#d4003c;stroke-width:2;stroke-opacity:.9}
.s0{color:#0072b2}.s1{color:#e69f00}.s2{color:#009e73}.s3{color:#cc79a7}
.s4{color:#d55e00}.s5{color:#56b4e9}.s6{color:#332288}.s7{color:#999933}
.s8{color:#882255}.s9{color:#44aa99}.s10{color:#8c8c8c}.s11{color:#b89f00}
@media(prefers-color-scheme:dark){
.chart{fill:#e8ecf1}
.chart .quiet{fill:#9aa7b5}
.chart .grid{stroke:#2a323c}
.chart .frame{stroke:#46515e}
.chart .point{stroke:#171c22}
.chart .track{fill:#222932}
.chart .cell{fill:#1d232b}
.chart .strong{fill:#0d1217}
.chart .whisker{stroke:#f4f6f8}
.chart .ring{stroke:#f4f6f8}
.chart .note,.chart .number{stroke:#171c22}
.chart .must,.chart .cannot{stroke:#c8d2dc}
.chart .doubted{stroke:#ff9f45}
.chart .violated{stroke:#ff5c7c}
.s0{color:#3f9fe0}.s1{color:#f0b429}.s2{color:#1fc296}.s3{color:#e29cc3}
.s4{color:#f07f35}.s5{color:#8fd0f7}.s6{color:#8f86e8}.s7{color:#bdbd55}
.s8{color:#d05c92}.s9{color:#62cbb9}.s10{color:#a5adb6}.s11{color:#f0e442}
}
)css";
}

std::string_view page_style() {
  return R"css(
:root{color-scheme:light dark;--ink:#1d2733;--quiet:#5d6b7a;--page:#f4f6f8;--card:#fff;--edge:#e2e6eb;
--good:#00704f;--good-soft:#e3f4ee;--bad:#b3002f;--bad-soft:#fdeaee;--warn:#8a5a00;--warn-soft:#fdf3dc}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf1;--quiet:#9aa7b5;--page:#0f1317;--card:#171c22;
--edge:#2a323c;--good:#3ed3a5;--good-soft:#10291f;--bad:#ff7d97;--bad-soft:#33131b;--warn:#f3c969;--warn-soft:#2d2410}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{max-width:1120px;margin:0 auto;padding:36px 20px 56px}
.source{margin:0;color:var(--quiet)}
h1{font-size:30px;line-height:1.22;letter-spacing:-.01em;margin:4px 0 22px;text-wrap:balance}
h2{font-size:16px;margin:0 0 4px}
p{margin:0 0 10px}
.quiet{color:var(--quiet);font-size:13px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(110px,1fr));gap:12px;margin-bottom:16px}
.figure,.card{background:var(--card);border:1px solid var(--edge);border-radius:12px}
.figure{padding:12px 16px}
.figure b{display:block;font-size:24px;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums;white-space:nowrap}
.figure span{color:var(--quiet);font-size:13px}
.card{padding:18px 20px;margin-bottom:16px;min-width:0;overflow-x:auto}
.flow{columns:2 440px;column-gap:16px;margin-bottom:16px}
.flow>.card{break-inside:avoid}
.clusters{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:18px 28px}
.clusters.many{grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr));gap:14px 24px}
.many .traits .quiet{display:none}
.clusters article{min-width:0;overflow-wrap:anywhere}
.clusters article>.quiet{margin-bottom:4px}
h3{font-size:15px;margin:0 0 2px;display:flex;gap:6px;align-items:center}
.swatch{width:14px;flex:none}
.size{font-size:13px;margin-bottom:6px}
.whole{display:block;height:6px;background:var(--page);border-radius:3px;margin-bottom:4px}
.size i,.shares i{display:block;border-radius:3px}
.size i{height:6px}
.traits{list-style:none;margin:0 0 6px;padding:0;font-size:14px}
.traits li{margin:0 0 7px}
.traits .quiet{display:block;font-size:12px}
.shares{display:block;margin:2px 0;background:var(--page);border-radius:3px}
.shares i{height:4px;margin-bottom:1px}
.here{background:currentColor}
.elsewhere{background:#98a2ad}
svg{display:block;width:100%;height:auto}
.wide{width:100%}
.wide thead th{font-size:13px}
.card>label{font-size:13px;color:var(--quiet);margin:0 16px 0 4px}
.card>input{vertical-align:-1px;accent-color:#0072b2}
svg[width="1040"],.plot{min-width:640px}
.plot{position:relative}
.spots label{position:absolute;width:14px;height:14px;margin:-7px 0 0 -7px}
.spots input{appearance:none;-webkit-appearance:none;position:absolute;inset:0;width:100%;height:100%;margin:0;border-radius:50%;cursor:pointer}
.spots input:checked,.spots input:focus{outline:2px solid var(--ink);outline-offset:1px}
.spots span{position:absolute;left:7px;bottom:20px;transform:translateX(-50%);width:max-content;max-width:300px;opacity:0;pointer-events:none;
white-space:pre-line;overflow-wrap:anywhere;background:var(--ink);color:var(--card);font-size:12px;line-height:1.4;padding:6px 9px;border-radius:6px}
.spots .left span{left:auto;right:-4px;transform:none}
.spots .right span{left:-4px;transform:none}
.spots span.below{bottom:auto;top:20px}
.spots label:hover span,.spots input:checked+span,.spots input:focus+span{opacity:1}
.spots label:hover{z-index:2}
.spots label:focus-within{z-index:1}
.natural svg{width:auto;max-width:100%}
#show-links:not(:checked)~.plot .links,#show-labels:not(:checked)~.plot .labels{display:none}
.note{border-radius:8px;padding:10px 14px;margin:0 0 10px;overflow-wrap:anywhere}
.good{background:var(--good-soft);color:var(--good)}
.bad{background:var(--bad-soft);color:var(--bad)}
.warn{background:var(--warn-soft);color:var(--warn)}
ol{margin:6px 0 12px;padding-left:28px}
li{margin:3px 0;overflow-wrap:anywhere}
li code{color:var(--quiet)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}
td,th{text-align:left;padding:5px 22px 5px 0;border-bottom:1px solid var(--edge);font-weight:400;vertical-align:top}
th{color:var(--quiet);white-space:nowrap}
code,pre{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{background:var(--page);border:1px solid var(--edge);border-radius:8px;padding:10px 14px;margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
summary{cursor:pointer}
summary.main{font-weight:600;font-size:16px}
.columns h2{margin-top:10px}
details>*+*{margin-top:12px}
ol+details{margin-bottom:12px}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:8px 32px;align-items:start}
footer{color:var(--quiet);font-size:13px}
@media print{body{background:#fff}.card,.figure{break-inside:avoid}.card>input,.card>label,.spots{display:none}}
)css";
}

}  // namespace comac
