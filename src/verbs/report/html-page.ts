import { oneLine } from "../../base/text/one-line.js";
import { chartStyle, pageColours } from "./page-colours.js";
import { escaped } from "./report-charts.js";

const cellChars = 200;

/** A page that needs nothing else: no script, no request, light and dark. */
export function htmlPage(page: {
  readonly title: string;
  /** Markup, as for the others. */
  readonly header: string;
  readonly body: string;
  readonly footer: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(page.title)}</title>
<style>${style}</style>
</head>
<body>
<header>
${page.header}
</header>
<main>
${page.body}
</main>
<footer>
${page.footer}
</footer>
</body>
</html>
`;
}

/** A section without content is left out. */
export function section(title: string, content: string, wanted = content !== ""): string {
  return wanted && content !== "" ? `<section><h2>${text(title)}</h2>\n${content}</section>` : "";
}

export function tiles(values: readonly (readonly [string, string | number])[]): string {
  const each = values.map(
    ([label, value]) => `<div><strong>${text(value)}</strong><span>${text(label)}</span></div>`,
  );
  return `<div class="tiles">${each.join("")}</div>`;
}

export function list(lines: readonly string[], kind = ""): string {
  return lines.length === 0
    ? ""
    : `<ul class="${kind}">${lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`;
}

/** A text, a number, or a time of the log. */
export type Cell = string | number | { readonly at: string };

export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const row = (cells: readonly Cell[], tag: string) =>
    `<tr>${cells.map((each) => `<${tag}${cellClass(each)}>${cell(each)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((each) => row(each, "td")).join("");
  return `<div class="scroll"><table><thead>${row(head, "th")}</thead><tbody>${body}</tbody></table></div>`;
}

function cellClass(value: Cell): string {
  return typeof value === "number" ? ' class="number"' : "";
}

export function cell(value: Cell): string {
  if (typeof value !== "object") return text(value);
  return `<time datetime="${text(value.at)}">${text(shortTime(value.at))}</time>`;
}

export function shortTime(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

/** Stored texts are untrusted: one visible line, and nothing in it is markup. */
export function text(value: string | number): string {
  return escaped(oneLine(String(value), cellChars));
}

const style = `${pageColours}*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem 1.25rem}h1{margin:1rem 0 0;font-size:1.6rem}
header p,footer{color:var(--soft)}header p{margin:.2rem 0}
section,.tiles div{background:var(--card);border:1px solid var(--line);border-radius:10px}
section{padding:1rem 1.25rem;margin:1rem 0}h2{font-size:1.05rem;margin:0 0 .6rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.8rem}
.tiles div{padding:.8rem 1rem}.tiles strong{display:block;font-size:1.5rem}.tiles span{color:var(--soft)}
ul{margin:0;padding-left:1.1rem}ul.bad li::marker{color:var(--bad)}
ul.middling li::marker{color:var(--middling)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th{text-align:left;color:var(--soft);font-weight:500}
th,td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.number{font-variant-numeric:tabular-nums}tr:last-child td{border-bottom:0}${chartStyle}time{white-space:nowrap}
.eyebrow{margin:1rem 0 0;letter-spacing:.04em;text-transform:uppercase;font-size:.8rem}
.eyebrow+h1{margin:.1rem 0 0}
.headline{font-size:1.25rem;line-height:1.45;margin:.4rem 0 1.2rem;max-width:46rem}
.headline strong{color:var(--bad)}
.cases{margin:0;padding:0;list-style:none;counter-reset:case}
.cases li{counter-increment:case;position:relative;padding:.7rem 0 .7rem 2.2rem;border-bottom:1px solid var(--line)}
.cases li:last-child{border-bottom:0}.cases p{margin:.15rem 0;overflow-wrap:anywhere}
.cases li::before{content:counter(case);position:absolute;left:0;top:.8rem;color:var(--soft);
font-variant-numeric:tabular-nums;font-weight:600}
.cases code{background:var(--page);border:1px solid var(--line);border-radius:4px;padding:0 .25em;font-size:.88em}
.facts{color:var(--soft);font-size:.88rem}
.remedy{border-left:3px solid var(--good);padding-left:.6rem}.open{border-left:3px solid var(--line);
padding-left:.6rem;color:var(--soft)}
.key{display:inline-block;width:.7rem;height:.7rem;border-radius:2px;margin:0 .35rem 0 .8rem}
.key.bad{background:var(--bad)}.key.plain{background:var(--plain)}.key.past{background:var(--past)}.key.good{background:var(--good)}
h3{font-size:.95rem;margin:.8rem 0 .3rem}
dl{margin:0}dt{font-weight:600}dd{margin:0 0 .7rem;color:var(--soft)}
code{font-family:ui-monospace,monospace}
@media(max-width:30rem){section{padding:1rem .9rem}th,td{padding-right:.35rem;font-size:.87rem}
.tiles{grid-template-columns:1fr 1fr}.tiles div:last-child:nth-child(odd){grid-column:span 2}}
`;
