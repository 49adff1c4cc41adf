/** The colours of every page that we make, light and dark, and of the charts on them. */
export const pageColours = `
:root{color-scheme:light dark;--ink:#1f2430;--soft:#5c6577;--line:#e4e7ec;--page:#fbfbfd;--card:#fff;
--good:#1f7f56;--middling:#95640c;--bad:#b93247;--plain:#4a5bc7;--past:#a3abba}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ee;--soft:#98a2b3;--line:#2c3340;--page:#12151c;
--card:#1a1f29;--good:#4cc38a;--middling:#e8b04a;--bad:#ee6a7a;--plain:#8b98f0;--past:#5d6779}}
`;

export const chartStyle = `
svg{width:100%;height:auto;max-width:42rem}.on-phone{display:none}
@media(max-width:40rem){.on-screen{display:none}.on-phone{display:block}}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}
.good{fill:var(--good)}.middling{fill:var(--middling)}.bad{fill:var(--bad)}.plain{fill:var(--plain)}.past{fill:var(--past)}
.grid{stroke:var(--line)}.line polyline{fill:none;stroke-width:2}.line circle{stroke:none}
.line-0{stroke:var(--plain);fill:var(--plain)}.line-1{stroke:var(--good);fill:var(--good)}
.line-2{stroke:var(--middling);fill:var(--middling)}.line-3{stroke:var(--bad);fill:var(--bad)}
.line-4{stroke:#8e6bbf;fill:#8e6bbf}.line-5{stroke:#3aa6b9;fill:#3aa6b9}.line text{stroke:none}
`;
