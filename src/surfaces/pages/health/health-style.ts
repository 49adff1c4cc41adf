/** How Health looks. */
export const healthStyle = `
.checks li{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.2rem 1rem;padding:.8rem 0;
border-top:1px solid var(--line)}
.checks h2,.checks p{margin:0}.checks p{color:var(--soft)}.checks p.next{color:var(--ink);margin-top:.25rem}
.checks .how{font-size:.9rem;font-weight:600;line-height:1.75}
.checks .ok .how{color:var(--good)}.checks .warning .how{color:var(--middling)}.checks .problem .how{color:var(--bad)}
.checks .decision{max-width:30rem;margin-top:.5rem}
.checks .ok{padding:.45rem 0}
.checks .ok div{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:0 1rem;align-items:baseline}
.checks .ok h2{font-weight:500}
.checks .main{background:none;border-color:var(--edge);color:inherit}
.checks .about{display:block}
.checks+p{margin-top:1.5rem}
@media(max-width:56rem){.checks .ok div{grid-template-columns:1fr}}
@media(max-width:40rem){.checks li{grid-template-columns:1fr}}
`;
