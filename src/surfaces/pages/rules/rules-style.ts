/** How Rules looks. */
export const rulesStyle = `
.strip{display:block;width:auto;height:1rem;max-width:8rem}.strip .none{fill:var(--line)}
.panel .strip{height:1.2rem;max-width:100%;margin:.2rem 0 1rem}
.view-rules .table thead th{white-space:nowrap}.view-rules .table td{overflow-wrap:normal}
.happened{list-style:none;padding:0;margin:0}.happened li{padding:.6rem 0;border-top:1px solid var(--line)}
.happened pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0;font-size:.9rem}
`;
