/** How Rules looks. */
export const rulesStyle = `
.strip{display:block;width:10.25rem;height:1rem}.strip .none{fill:var(--line)}
.panel .strip{width:100%;height:1.2rem;margin:.2rem 0 .4rem}
.happened{list-style:none;padding:0;margin:0}.happened li{padding:.6rem 0;border-top:1px solid var(--line)}
.happened pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0;font-size:.9rem}
`;
