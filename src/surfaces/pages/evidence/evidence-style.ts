/** How Evidence looks. */
export const evidenceStyle = `
.verdict{font-size:1.3rem;line-height:1.45;max-width:48rem}
[list]{width:20rem;max-width:100%}
.view-evidence tbody th a{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;
color:inherit;text-decoration:none;font-weight:500}
.view-evidence tbody th a:hover{text-decoration:underline}
.view-evidence td .decision input{flex-basis:100%}.view-evidence td .bars{margin-left:0}
.view-evidence td .main{background:none;border-color:var(--edge);color:inherit}
.all-lessons{max-width:26rem;margin-top:1rem}.all-lessons .main{background:none;border-color:var(--edge);color:inherit}
.called{min-width:8.5rem}.called small{display:block}
.replayed{margin-top:1.2rem;overflow-x:auto}
.replayed h3{font-size:1rem;margin:1.4rem 0 .4rem}
.replayed th{white-space:pre-wrap}
.differs td:last-child{font-weight:650;color:var(--plain)}
`;
