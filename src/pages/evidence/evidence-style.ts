/** How Evidence looks. */
export const evidenceStyle = `
.verdict{font-size:1.3rem;line-height:1.45;max-width:48rem}
.chart{max-width:46rem}
.key{display:inline-block;width:.8rem;height:.8rem;border-radius:3px;margin:0 .4rem 0 1rem}
.key:first-child{margin-left:0}.key.plain{background:var(--plain)}.key.good{background:var(--good)}
.view-evidence .decision input{min-width:7rem}
.replayed{margin-top:1.2rem;overflow-x:auto}
.replayed h3{font-size:1rem;margin:1.4rem 0 .4rem}
.replayed th{white-space:pre-wrap}
.differs td:last-child{font-weight:650;color:var(--plain)}
`;
