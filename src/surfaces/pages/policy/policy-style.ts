/** How Policy looks. */
export const policyStyle = `
.reasons{margin:1rem 0;padding-left:1.1rem;list-style:disc}
.limits{display:grid;grid-template-columns:repeat(3,minmax(0,1fr))}.limits>label>*{width:100%}.reasons li{padding:.15rem 0}
`;
