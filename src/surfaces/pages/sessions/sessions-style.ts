/** How Sessions look. */
export const sessionsStyle = `
.session-top{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.3rem 2rem;margin-bottom:.8rem}
.session-top .narrow{margin:0}.session-top .narrow label{display:flex;align-items:center;gap:.6rem}
h1.session{margin-bottom:.2rem}
.moments{margin-top:1rem;max-width:62rem}
.moments>li{display:grid;grid-template-columns:3.4rem minmax(0,1fr);gap:0 1rem;padding:.6rem 0;border-top:1px solid var(--line)}
.moments p{margin:0}
.moments .when{color:var(--soft);text-decoration:none;font-variant-numeric:tabular-nums}
.moments .failed b{color:var(--bad)}.moments .stopped b,.moments .held-out b{color:var(--middling)}
.moments .mended b,.moments .learned b{color:var(--good)}.moments .told b{color:var(--plain)}
.of-lessons{margin-top:.2rem;font-size:.92rem}
.of-lessons li{padding:.1rem 0 .1rem .9rem;border-left:2px solid var(--line)}
.of-lessons a{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;color:inherit;text-decoration:none}
.of-lessons a:hover{text-decoration:underline}
.moments summary{cursor:pointer;padding:.2rem 0}
`;
