/** What several views are made of: tables, filters, and the panel beside a list. */
export const partsStyle = `
.list{width:100%;border-collapse:collapse}
.list th,.list td{text-align:left;vertical-align:baseline;padding:.5rem .8rem .5rem 0;border-top:1px solid var(--line);font-weight:400}
.list thead th{border-top:0;color:var(--soft);font-size:.86rem}
.list tbody th{font-weight:550}
.list .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.list tr.current{background:var(--card)}
.filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:0 0 1.2rem}
.filters label{display:grid;gap:.15rem;font-size:.86rem;color:var(--soft)}
.filters input,.filters select{font-size:1rem;color:var(--ink);max-width:100%}
.beside{display:grid;grid-template-columns:minmax(0,1.5fr) minmax(20rem,1fr);gap:2.5rem;align-items:start}
.panel{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;background:var(--card);
border:1px solid var(--line);border-radius:14px;padding:1.2rem 1.4rem}
.panel dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem .9rem;margin:0 0 1rem}
.panel dt{color:var(--soft)}.panel dd{margin:0}
.block{white-space:pre-wrap;background:var(--page);border:1px solid var(--line);border-radius:8px;padding:.8rem;margin:0 0 1rem}
@media(max-width:56rem){.beside{grid-template-columns:minmax(0,1fr)}.beside .panel{order:-1;position:static;max-height:none}}
@media(max-width:40rem){
.list:not(.compare) thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.list:not(.compare) tr{display:block;border-top:1px solid var(--line);padding:.4rem 0}
.list:not(.compare) th,.list:not(.compare) td{display:block;border:0;padding:.05rem 0}
.list:not(.compare) .number{text-align:left}
.list:not(.compare) td::before{content:attr(data-name) ": ";color:var(--soft)}
}
`;
