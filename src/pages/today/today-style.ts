/** How Today looks. */
export const todayStyle = `
.sentences{font-size:1.55rem;line-height:1.4;letter-spacing:-.012em;max-width:52rem;margin:0 0 1.6rem;text-wrap:pretty}
.sentences b{font-weight:650}.sentences a{white-space:nowrap}
.columns{display:grid;grid-template-columns:minmax(0,2.1fr) minmax(0,1fr);gap:2.5rem}
.need{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,22rem);gap:.3rem 1.5rem;align-items:start;
padding:.7rem 0;border-top:1px solid var(--line)}
.need .what{margin:0;font-weight:550;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.need .what a{color:inherit;text-decoration:none}
.need .what a:hover{text-decoration:underline}
.need .why{margin:.1rem 0 0;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;color:var(--soft);font-size:.92rem}
.need.harms .what::before,.need.gate .what::before{content:"";display:inline-block;width:.55rem;height:.55rem;
border-radius:50%;background:var(--bad);margin-right:.5rem}
.decision{display:flex;flex-wrap:wrap;gap:.45rem;align-items:center}
.decision input{flex:1 1 8rem;min-width:0}
.decision .consequence,.decision .refused{flex-basis:100%;margin:0}
.decision .consequence{display:none}
.decision:focus-within .consequence,.decision:hover .consequence{display:block}
.sessions ol li{display:grid;grid-template-columns:auto 1fr auto;gap:0 .6rem;align-items:baseline;
padding:.3rem 0;border-top:1px solid var(--line);line-height:1.4}
.sessions .how{grid-column:2/-1}
.sessions .who a{color:inherit;text-decoration:none}.sessions .who a:hover{text-decoration:underline}
.sessions .when{color:var(--soft);font-size:.86rem}
.dot{width:.55rem;height:.55rem;border-radius:50%;background:var(--line);align-self:center}
.dot.success{background:var(--good)}.dot.partial{background:var(--middling)}.dot.failure{background:var(--bad)}
.dot.open{background:none;border:2px solid var(--plain)}
.first{max-width:38rem;padding-top:6vh}
.first ol{counter-reset:step}
.first li{counter-increment:step;padding:1rem 0 .4rem 3rem;position:relative;border-top:1px solid var(--line)}
.first li::before{content:counter(step);position:absolute;left:.3rem;top:.8rem;color:var(--plain);font-size:1.4rem}
.first p{color:var(--soft)}
.toast{position:fixed;z-index:8;left:50%;bottom:1.2rem;transform:translateX(-50%);display:flex;gap:.8rem;
align-items:center;background:var(--ink);color:var(--page);padding:.5rem 1.1rem;border-radius:999px;max-width:92vw;
box-shadow:0 6px 24px #0003}
.toast[hidden]{display:none}
.toast .quiet{color:inherit;text-decoration:underline;min-height:0}
@media(max-width:56rem){.columns{grid-template-columns:1fr;gap:2rem}.sentences{font-size:1.3rem;margin-bottom:1.6rem}}
@media(max-width:40rem){.need{grid-template-columns:1fr}}
`;
