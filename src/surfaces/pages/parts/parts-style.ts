/** What several views are made of: filters, decisions, and the panel beside a list. */
export const partsStyle = `
.table tr.current{background:var(--card)}
.behind{color:inherit;text-decoration:none}.behind:hover{text-decoration:underline}
.number .behind{text-decoration:underline;text-decoration-color:var(--edge);text-decoration-thickness:1px}
.number .behind:hover{text-decoration-color:currentColor}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 2.5rem}
.narrow{display:flex;flex-wrap:wrap;gap:.6rem 1rem;margin:0 0 1.2rem;align-items:end}
.narrow>a,.narrow>[role=status]{padding-bottom:.4rem}
.decision{display:flex;flex-wrap:wrap;gap:.45rem;align-items:center}
.decision input{flex:1 1 8rem;min-width:0}
.decision .refused{flex-basis:100%;margin:0}
.command{white-space:nowrap}.command code{white-space:normal}
.command .quiet{min-height:0;padding:0 .3rem;font-size:.86rem}
.choice{display:grid;grid-template-columns:7.8rem 1fr;gap:.8rem;align-items:center;flex-basis:100%;padding:.2rem 0}
.choice button{width:100%}
.decision.spelled{margin-top:.3rem}
.decision.spelled input{flex-basis:100%;margin-bottom:.3rem}
.sure{flex-basis:100%;margin:.3rem 0;padding:.6rem .8rem;border-left:3px solid var(--bad)}
.bars{width:10.25rem;height:1.5rem;display:block;margin-left:auto}
.bars text{font-size:11px;fill:var(--soft)}.bars .ground{fill:var(--line)}.bars .line-held-out{fill:var(--ink)}
b.helps{color:var(--good)}b.harms{color:var(--bad)}b.not-known-yet{font-weight:400;color:var(--soft)}
.panel{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;background:var(--card);
border:1px solid var(--line);border-radius:14px;padding:1.3rem 1.5rem}
.panel h2{font-size:1.15rem;line-height:1.35;margin:0 1.8rem .5rem 0}
.panel h2:focus{outline:none}
.panel h3{font-size:.86rem;font-weight:600;color:var(--soft);margin:1.4rem 0 .5rem}
.panel .close{position:absolute;right:.9rem;top:.8rem;width:1.9rem;height:1.9rem;display:grid;place-items:center;
text-decoration:none;font-size:1.4rem;line-height:1;color:var(--soft);border-radius:8px}
.panel .close:hover{color:var(--ink)}

.narrow label{display:grid;gap:.15rem;font-size:.86rem;color:var(--soft)}
.narrow input,.narrow select,.narrow button{height:2.4rem}
.narrow input,.narrow select{font-size:1rem;color:var(--ink);max-width:100%}
.beside{display:grid;grid-template-columns:minmax(0,1.5fr) minmax(20rem,1fr);gap:2.5rem;align-items:start}
.panel dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem .9rem;margin:0 0 1rem}
.panel dt{color:var(--soft)}.panel dd{margin:0}
.decision+.decision{margin-top:.6rem}.decision+p{margin-top:1rem}
.block{white-space:pre-wrap;background:var(--page);border:1px solid var(--line);border-radius:8px;padding:.8rem;margin:0 0 1rem}
@media(max-width:60rem){.panel{position:relative;top:0;max-height:none}}
@media(max-width:56rem){.pair{grid-template-columns:1fr}.beside{grid-template-columns:minmax(0,1fr)}.beside .panel{order:-1}}
@media(max-width:40rem){
.panel{padding:0;border:0;background:none}.panel .close{right:-.4rem;top:-.2rem}.choice{grid-template-columns:7.4rem 1fr}
.narrow label:has([type=search]){flex-basis:100%}.narrow label{flex:1 1 6rem;min-width:0}.narrow select,.narrow input{width:100%;min-width:0}
.compare th,.compare td{padding-right:.5rem;font-size:.86rem;overflow-wrap:normal}
}
`;
