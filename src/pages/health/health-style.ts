/** How Health looks. */
export const healthStyle = `
.checks li{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.2rem 1rem;padding:.8rem 0;
border-top:1px solid var(--line)}
.checks h2,.checks p{margin:0}.checks p{color:var(--soft)}.checks .next{color:var(--ink);margin-top:.25rem}
.checks .how{font-size:.9rem;font-weight:600}
.checks .ok .how{color:var(--good)}.checks .warning .how{color:var(--middling)}.checks .problem .how{color:var(--bad)}
.checks+p{margin-top:1.5rem}
@media(max-width:40rem){.checks li{grid-template-columns:1fr}}
`;
