/** How a page in one file looks, beside what all pages share. */
export const sheetStyle = `
.sheet>*{max-width:62rem;margin:0 auto;padding:1rem 1.5rem}.sheet h1{margin:1rem 0 .2rem}
.sheet header p{margin:.2rem 0}.sheet>footer{padding-bottom:2rem}
.sheet .table th{overflow-wrap:break-word}
.eyebrow{margin:1rem 0 0;letter-spacing:.04em;text-transform:uppercase;font-size:.8rem}.eyebrow+h1{margin-top:.1rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.8rem}
.tiles div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.8rem 1rem}
.tiles strong{display:block;font-size:1.5rem;font-weight:650}.tiles span{color:var(--soft)}
.lines li{padding:.4rem 0}.lines.bad li{border-color:var(--bad)}.lines.middling li{border-color:var(--middling)}
.headline{font-size:1.25rem;line-height:1.45;margin:.4rem 0 1.2rem;max-width:46rem}.headline strong{color:var(--bad)}
.cases{counter-reset:case}.cases p{margin:.15rem 0}
.cases li{counter-increment:case;position:relative;padding:.7rem 0 .7rem 2.2rem;border-top:1px solid var(--line)}
.cases li::before{content:counter(case);position:absolute;left:0;top:.8rem;color:var(--soft);
font-variant-numeric:tabular-nums;font-weight:600}
.facts{color:var(--soft);font-size:.88rem}
.remedy,.open{border-left:3px solid var(--good);padding-left:.6rem}.open{border-color:var(--line);color:var(--soft)}
.sheet dl{margin:0}.sheet dt{font-weight:600}.sheet dd{margin:0 0 .7rem;color:var(--soft)}
@media(max-width:40rem){.sheet>*{padding:1rem}.tiles{grid-template-columns:1fr 1fr}
.tiles div:last-child:nth-child(odd){grid-column:span 2}}
`;
