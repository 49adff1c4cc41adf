/** How Today looks. */
export const todayStyle = `
.sentences{font-size:1.55rem;line-height:1.4;letter-spacing:-.012em;max-width:52rem;margin:0 0 1.6rem;text-wrap:pretty}
.sentences b{font-weight:650}.sentences a{white-space:nowrap;color:inherit;font-weight:600;text-decoration-color:var(--plain)}.sentences a:hover{color:var(--plain)}
.next-session{margin:1rem 0 0}.next-session summary{cursor:pointer;color:var(--soft)}.next-session[open] summary{margin-bottom:.6rem}
.next-session .block{max-width:62rem;margin-bottom:.5rem}
.columns{display:grid;grid-template-columns:minmax(0,2.1fr) minmax(0,1fr);gap:2.5rem}
.need{display:grid;grid-template-columns:minmax(0,1fr) minmax(12rem,auto);gap:.3rem 1.5rem;align-items:start;
padding:.7rem 0;border-top:1px solid var(--line)}
.need .decision{justify-content:flex-end;max-width:20rem}.need .decision input,.need .decision .refused,.need .sure{flex-basis:100%}
.need .settled{margin:0;text-align:right;line-height:2.25rem}.need .settled:focus{outline:none}
.need.whole .what,.need.whole .why{display:block}
.need .what{margin:0;font-weight:550;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.need .what a{color:inherit;text-decoration:none}
.need .what a:hover{text-decoration:underline}
.need .why{margin:.1rem 0 0;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;color:var(--soft);font-size:.92rem}
.need.harms .what::before,.need.rule .what::before,.need.gate .what::before,.need.odd .what::before{content:"";display:inline-block;width:.55rem;height:.55rem;
border-radius:50%;background:var(--bad);margin-right:.5rem}
.recent li{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:0 .6rem;align-items:baseline;
padding:.3rem 0;border-top:1px solid var(--line);line-height:1.4}
.recent .how{grid-column:2/-1}
.recent .who{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.recent .who a{color:inherit;text-decoration:none}.recent .who a:hover{text-decoration:underline}
.recent .when{color:var(--soft);font-size:.86rem}
.dot{width:.55rem;height:.55rem;border-radius:50%;background:var(--line);align-self:center}
.dot.success{background:var(--good)}.dot.partial{background:var(--middling)}.dot.failure{background:var(--bad)}
.dot.open{background:none;border:2px solid var(--plain)}
.first{max-width:38rem;padding-top:6vh}
.first ol{counter-reset:step}
.first li{counter-increment:step;padding:1rem 0 .4rem 3rem;position:relative;border-top:1px solid var(--line)}
.first li::before{content:counter(step);position:absolute;left:.3rem;top:.8rem;color:var(--plain);font-size:1.4rem}
.first p{color:var(--soft)}
@media(max-width:56rem){.columns{grid-template-columns:1fr;gap:2rem}.sentences{font-size:1.3rem;margin-bottom:1.6rem}}
@media(max-width:40rem){.need{grid-template-columns:1fr}.need .what,.need .why{display:block}.need .decision{justify-content:flex-start;max-width:none}.need .settled{text-align:left}}
`;
