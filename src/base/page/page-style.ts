/** What every page that we make begins with: colours, light and dark, the ground, charts and tables. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#1f2430;--soft:#5c6577;--line:#e4e7ec;--page:#fbfbfd;--card:#fff;
--good:#1f7f56;--middling:#95640c;--bad:#b93247;--plain:#4a5bc7;--past:#a3abba}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ee;--soft:#98a2b3;--line:#2c3340;--page:#12151c;
--card:#1a1f29;--good:#4cc38a;--middling:#e8b04a;--bad:#ee6a7a;--plain:#8b98f0;--past:#5d6779}}
*{box-sizing:border-box}
html{background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;
-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:anywhere}
a{color:var(--plain);text-decoration-thickness:1px;text-underline-offset:.18em}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 1rem;font-weight:650}
h2{font-size:1rem;margin:0 0 .75rem;font-weight:650}
p{margin:0 0 .75rem}
ul,ol{margin:0;padding:0;list-style:none}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.9em}
small{font-size:.86rem;color:var(--soft)}
time{white-space:nowrap}
.soft{color:var(--soft)}
.part{margin-top:2.5rem}.lines li{padding:.5rem 0;border-top:1px solid var(--line)}.lines p{margin:.1rem 0 0}
svg{width:100%;height:auto;max-width:42rem}.on-phone{display:none}
@media(max-width:40rem){.on-screen{display:none}.on-phone{display:block}}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}
.good{fill:var(--good)}.middling{fill:var(--middling)}.bad{fill:var(--bad)}.plain{fill:var(--plain)}.past{fill:var(--past)}
.grid{stroke:var(--line)}.line polyline{fill:none;stroke-width:2}.line circle{stroke:none}
.line-0{stroke:var(--plain);fill:var(--plain)}.line-1{stroke:var(--good);fill:var(--good)}
.line-2{stroke:var(--middling);fill:var(--middling)}.line-3{stroke:var(--bad);fill:var(--bad)}
.line-4{stroke:#8e6bbf;fill:#8e6bbf}.line-5{stroke:#3aa6b9;fill:#3aa6b9}.line text{stroke:none}
.chart{max-width:46rem;margin-bottom:.75rem}
.key{display:inline-block;width:.8rem;height:.8rem;border-radius:3px;margin:0 .4rem 0 1rem}
.key:first-child{margin-left:0}.key.bad{background:var(--bad)}.key.plain{background:var(--plain)}.key.past{background:var(--past)}
.table{width:100%;border-collapse:collapse}
.table th,.table td{text-align:left;vertical-align:baseline;padding:.5rem .8rem .5rem 0;border-top:1px solid var(--line);font-weight:400}
.table thead th{border-top:0;color:var(--soft);font-size:.86rem}
.table tbody th{font-weight:550}.table th small{font-weight:400}.table+p{margin-top:1rem}
.table .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
@media(max-width:40rem){
.table:not(.compare) thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.table:not(.compare) tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}
.table:not(.compare) th{display:block;border:0;padding:.05rem 0}
.table:not(.compare) td{display:inline-block;border:0;padding:.05rem 1rem .05rem 0;text-align:left}
.table:not(.compare) td:empty{display:none}
.table:not(.compare) td::before{content:attr(data-name) " ";color:var(--soft)}
}
`;
