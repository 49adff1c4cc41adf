/** How the Log looks. */
export const logStyle = `
.tail+p{margin-top:1rem}.tail li{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,1fr) auto;gap:0 1rem;padding:.4rem 0;
border-top:1px solid var(--line)}
.tail li>a{color:inherit;text-decoration:none}.tail li>a:hover,.tail a[aria-current]{color:var(--plain)}
.tail .seq{display:inline-block;min-width:3.5rem;color:var(--soft);font-variant-numeric:tabular-nums}
.tail .who,.tail .when{color:var(--soft);font-size:.9rem}
@media(max-width:40rem){.tail li{grid-template-columns:1fr auto}.tail li>a{grid-column:1/-1}}
`;
