/** How Lessons looks. */
export const lessonsStyle = `
.filters{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;padding-bottom:1rem}
.filters input{width:15rem;max-width:100%}
.filters [role=status]{margin-left:.5rem}
.lessons-body.opened{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27rem);gap:2rem;align-items:start}
.list li{display:grid;grid-template-columns:auto minmax(0,1fr) 8.5rem;gap:0 .9rem;align-items:center;height:4.1rem;
border-top:1px solid var(--line);overflow:hidden}
.list li:hover{background:color-mix(in srgb,var(--plain) 5%,transparent)}
.list li>input{grid-row:1/-1;width:1.05rem;height:1.05rem;min-height:0;accent-color:var(--plain);margin:0 .2rem}
.lesson a{display:block;color:inherit;text-decoration:none;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.lesson a:hover{text-decoration:underline}
.lesson a[aria-current]{color:var(--plain);font-weight:600}
.lesson small{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.state{color:var(--ink)}
.state.active,.state.proven,.state.verified{color:var(--good)}
.state.proposed,.state.quarantined{color:var(--middling)}
.record{text-align:right}
.bars{width:7.25rem;height:1.4rem;display:block;margin-left:auto}
.bars text{font-size:10px;fill:var(--soft)}.bars .ground{fill:var(--line)}.bars .bare{fill:var(--soft)}
b.helps{color:var(--good)}b.harms{color:var(--bad)}b.not-known-yet{font-weight:400;color:var(--soft)}
.chosen{position:sticky;bottom:0;z-index:4;background:var(--card);border:1px solid var(--line);border-radius:12px;
padding:.7rem .9rem;margin-top:1rem;box-shadow:0 6px 24px #0002;display:flex;gap:.6rem;flex-wrap:wrap;align-items:center}
.chosen .decision{flex:1 1 20rem}
.panel{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;background:var(--card);
border:1px solid var(--line);border-radius:14px;padding:1.3rem 1.5rem}
.panel h2{font-size:1.15rem;line-height:1.35;margin:0 1.8rem .5rem 0}
.panel h2:focus{outline:none}
.panel h3{font-size:.86rem;font-weight:600;color:var(--soft);margin:1.4rem 0 .5rem}
.panel .close{position:absolute;right:.9rem;top:.8rem;width:1.9rem;height:1.9rem;display:grid;place-items:center;
text-decoration:none;font-size:1.4rem;line-height:1;color:var(--soft);border-radius:8px}
.panel .close:hover{color:var(--ink)}
.answer li{padding:.15rem 0}
.rule{font-size:.86rem;color:var(--soft);margin-top:.4rem}.rule summary{cursor:pointer}
.measured{display:flex;gap:1rem;align-items:start;margin-top:.8rem}
.measured .bars{margin:.3rem 0 0;flex:none}
.choice{display:grid;grid-template-columns:7rem 1fr;gap:.8rem;align-items:center;flex-basis:100%;padding:.2rem 0}
.choice button{width:100%}
.decision.spelled{margin-top:.3rem}
.decision.spelled input{flex-basis:100%;margin-bottom:.3rem}
.sure{flex-basis:100%;margin:.3rem 0;padding:.6rem .8rem;border-left:3px solid var(--bad)}
.edit{padding-bottom:.6rem}.edit textarea{margin-bottom:.4rem}
.events li{padding:.45rem 0;border-top:1px solid var(--line)}
.events pre{margin:0;white-space:pre-wrap;font-size:.86rem}
.events p{margin:0}
@media(max-width:60rem){
.lessons-body.opened{display:block}.opened .lessons-list,.filters:has(+.opened){display:none}
.panel{position:relative;top:0;max-height:none}
}
@media(max-width:40rem){
.list li{grid-template-columns:auto minmax(0,1fr);height:6.6rem;align-content:center}
.lesson a{white-space:normal;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.record{grid-column:2;text-align:left;display:flex;gap:.6rem;align-items:center}.bars{margin:0}
.filters input{width:100%}.filters label{flex-basis:100%}.filters select{flex:1 1 6rem;min-width:0}
.panel{padding:0;border:0;background:none}.panel .close{right:-.4rem;top:-.2rem}.choice{grid-template-columns:6.2rem 1fr}
}
`;
