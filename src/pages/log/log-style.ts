/** How the Log looks. */
export const logStyle = `
.events li{display:grid;grid-template-columns:minmax(0,1.4fr) minmax(0,1fr) auto;gap:0 1rem;padding:.4rem 0;
border-top:1px solid var(--line)}
.events li>a{color:inherit;text-decoration:none}.events li>a:hover,.events a[aria-current]{color:var(--plain)}
.events .seq{display:inline-block;min-width:3.5rem;color:var(--soft);font-variant-numeric:tabular-nums}
.events .who,.events .when{color:var(--soft);font-size:.9rem}
@media(max-width:40rem){.events li{grid-template-columns:1fr auto}.events li>a{grid-column:1/-1}}
`;
