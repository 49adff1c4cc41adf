/** How Policy looks. */
export const policyStyle = `
.reasons{margin:1rem 0;padding-left:1.1rem;list-style:disc}.reasons li{padding:.15rem 0}
.part{margin-top:2.5rem}.lines li{padding:.5rem 0;border-top:1px solid var(--line)}.lines p{margin:.1rem 0 0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 2.5rem}
@media(max-width:56rem){.pair{grid-template-columns:1fr}}
`;
