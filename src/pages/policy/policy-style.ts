/** How Policy looks. */
export const policyStyle = `
.reasons{margin:1rem 0;padding-left:1.1rem;list-style:disc}.reasons li{padding:.15rem 0}
`;
