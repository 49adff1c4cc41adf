/** How Sessions look. */
export const sessionsStyle = `
.back{margin:0 0 .5rem}
h1.session{margin-bottom:.2rem}
.moments{margin-top:1rem}
.moments li{display:grid;grid-template-columns:3.4rem minmax(0,1fr);gap:0 1rem;padding:.6rem 0;border-top:1px solid var(--line)}
.moments p{margin:0}
.moments .when{color:var(--soft);text-decoration:none;font-variant-numeric:tabular-nums}
.moments .failed b{color:var(--bad)}.moments .stopped b,.moments .held-out b{color:var(--middling)}
.moments .mended b,.moments .learned b{color:var(--good)}.moments .told b{color:var(--plain)}
.moments summary{cursor:pointer;padding:.2rem 0}
`;
