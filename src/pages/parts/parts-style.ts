/** What several views are made of: tables, filters, and the panel beside a list. */
export const partsStyle = `
.table{width:100%;border-collapse:collapse}
.table th,.table td{text-align:left;vertical-align:baseline;padding:.5rem .8rem .5rem 0;border-top:1px solid var(--line);font-weight:400}
.table thead th{border-top:0;color:var(--soft);font-size:.86rem}
.table tbody th{font-weight:550}
.table .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.table tr.current{background:var(--card)}
.narrow{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:0 0 1.2rem}
.narrow label{display:grid;gap:.15rem;font-size:.86rem;color:var(--soft)}
.narrow input,.narrow select{font-size:1rem;color:var(--ink);max-width:100%}
.beside{display:grid;grid-template-columns:minmax(0,1.5fr) minmax(20rem,1fr);gap:2.5rem;align-items:start}
.panel dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem .9rem;margin:0 0 1rem}
.panel dt{color:var(--soft)}.panel dd{margin:0}
.decision+.decision{margin-top:.6rem}.decision+p{margin-top:1rem}
.block{white-space:pre-wrap;background:var(--page);border:1px solid var(--line);border-radius:8px;padding:.8rem;margin:0 0 1rem}
@media(max-width:56rem){.beside{grid-template-columns:minmax(0,1fr)}.beside .panel{order:-1}}
@media(max-width:40rem){
.table:not(.compare) thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.table:not(.compare) tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}
.table:not(.compare) th{display:block;border:0;padding:.05rem 0}
.table:not(.compare) td{display:inline-block;border:0;padding:.05rem 1rem .05rem 0;text-align:left}
.table:not(.compare) td::before{content:attr(data-name) " ";color:var(--soft)}
}
`;
