/** How Team looks, and the door of a hub. */
export const teamStyle = `
td[data-name=Role]{white-space:nowrap}
.you{max-width:52rem;margin-bottom:1.6rem}.you .quiet{min-height:0;padding:0 .2rem}
.keys .ended{color:var(--bad);font-weight:550}.keys .decision{margin-top:.4rem}
.invite form{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;max-width:60rem}
.invite label{display:grid;gap:.15rem;font-size:.86rem;color:var(--soft);flex:1 1 8rem;min-width:0}
.invite label:has(select){flex:0 1 8rem}
.invite input,.invite select{font-size:1rem;color:var(--ink);height:2.4rem;min-width:0;width:100%}
.invite form button{height:2.4rem}.invite .consequence,.invite .refused{flex-basis:100%;margin:0}
.new-key{background:var(--card);border:1px solid var(--line);border-left:3px solid var(--good);border-radius:10px;
padding:1rem 1.2rem;margin:0 0 1.2rem;max-width:60rem}.new-key p:last-child{margin:0}
.secret{font-size:1.05rem;overflow-wrap:anywhere;user-select:all}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.55rem 2rem;margin:0;max-width:52rem}
.facts dt{color:var(--soft)}.facts dd{margin:0}.facts dd p{margin:.1rem 0 0;font-size:.92rem}
.trouble{max-width:52rem;padding:.6rem .9rem;border-left:3px solid var(--bad);background:var(--card)}
.refusals{max-width:60rem}.alone{max-width:42rem}
.door form{display:flex;gap:.6rem;flex-wrap:wrap;margin:1rem 0}.door input{flex:1 1 14rem;min-width:0}
.door label{flex-basis:100%;color:var(--soft);font-size:.86rem}
@media(max-width:40rem){.facts{grid-template-columns:1fr;gap:0}.facts dd{margin:0 0 .8rem}.invite label:has(select){flex:1 1 8rem}}
`;
