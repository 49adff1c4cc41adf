/** How Lessons looks. The list keeps its own height: a browser that corrects the scrolling too makes it jump. */
export const lessonsStyle = `
.total{color:var(--soft);margin-left:.4rem}.view-lessons .narrow>.add{margin-left:auto}
.lessons-body.opened{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27rem);gap:2rem;align-items:start}
.list{overflow-anchor:none}
.list li{display:grid;grid-template-columns:auto minmax(0,1fr) 10.5rem;gap:0 .9rem;align-items:center;height:4.1rem;
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
.record{text-align:right}.record a{text-decoration:none;color:inherit}.record a:hover{text-decoration:underline}
.chosen{position:sticky;bottom:0;z-index:4;background:var(--card);border:1px solid var(--line);border-radius:12px;
padding:.7rem .9rem;margin-top:1rem;box-shadow:0 6px 24px #0002;display:flex;gap:.6rem;flex-wrap:wrap;align-items:center}
.chosen .decision{flex:1 1 20rem}
.answer li{padding:.15rem 0}
.rule{font-size:.86rem;color:var(--soft);margin-top:.4rem}.rule summary{cursor:pointer}
.reach{margin-top:.6rem}.reach summary{cursor:pointer}.reach .narrow{margin:.8rem 0 .5rem}
.reach .main{background:none;border-color:var(--edge);color:inherit}
.reach .decision{padding-bottom:.9rem;border-bottom:1px solid var(--line)}.reach .decision+.decision{margin-top:.2rem}
.reach .decision:last-child{border:0}.view-lessons .decision>.narrow,.rule-fields{flex-basis:100%}.view-lessons .decision>.narrow{margin-bottom:.3rem}
.rule-fields label{display:grid;gap:.15rem;font-size:.86rem;color:var(--soft);margin:.6rem 0}
.rule-fields input,.rule-fields textarea{font-size:1rem;color:var(--ink)}
.rule-fields summary{cursor:pointer;padding:.2rem 0}
.rule-fields .tick{display:flex;gap:.5rem;align-items:center}.rule-fields .tick input{flex:none;min-height:0;margin:0}
.measured p{margin:0 0 .4rem}.measured .bars{margin:0 0 .4rem;width:13rem;height:auto}.measured .legend{font-size:.86rem}
dl.failure{grid-template-columns:auto minmax(0,1fr);gap:.35rem .9rem}
.failure code{display:inline-block;background:var(--page);border:1px solid var(--line);border-radius:6px;padding:.05rem .4rem}
.lesson code{font-size:.92em}
.edit{padding-bottom:.6rem}.edit textarea,.edit input{margin-bottom:.4rem;width:100%}
.events li{padding:.45rem 0;border-top:1px solid var(--line)}
.events pre{margin:0;white-space:pre-wrap;font-size:.86rem}
.events p{margin:0}
@media(max-width:60rem){
.lessons-body.opened{display:block}.opened .lessons-list,search:has(+.opened){display:none}
}
@media(max-width:40rem){
.list li{grid-template-columns:auto minmax(0,1fr);height:6.6rem;align-content:center}
.lesson a{white-space:normal;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.record{grid-column:2;text-align:left;display:flex;gap:.6rem;align-items:center}.record .bars{margin:0}
.record a{display:flex;gap:.6rem;align-items:center}
}
`;
