/** How Evidence looks. */
export const evidenceStyle = `
.evidence .verdict{font-size:1.3rem;line-height:1.45;max-width:48rem}
.key{display:inline-block;width:.8rem;height:.8rem;border-radius:3px;margin:0 .4rem 0 1rem}
.key:first-child{margin-left:0}.key.plain{background:var(--plain)}.key.good{background:var(--good)}
`;
