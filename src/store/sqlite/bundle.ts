import { RowTexts } from "./row-texts.js";

/** The rows that one transaction left, with the events that it leads from and to: a missing bundle breaks the chain. */
export interface Bundle {
  readonly project: string;
  readonly after: number;
  readonly seq: number;
  readonly rows: RowTexts;
}

/** A line for the bundle and one for each row. Raw tabs and line breaks are in no JSON. */
export function textOfBundle({ project, after, seq, rows }: Bundle): string {
  let text = JSON.stringify([project, after, seq]);
  rows.forEach((slot, key, row) => {
    text += `\n${slot}\t${JSON.stringify(key)}\t${row}`;
  });
  return text;
}

export function bundleFromText(text: string): Bundle {
  const [first = "", ...lines] = text.split("\n");
  const [project, after, seq] = JSON.parse(first) as [string, number, number];
  const rows = new RowTexts();
  for (const line of lines) {
    const slotEnd = line.indexOf("\t");
    const keyEnd = line.indexOf("\t", slotEnd + 1);
    rows.set(line.slice(0, slotEnd), keyOf(line.slice(slotEnd + 1, keyEnd)), line.slice(keyEnd + 1));
  }
  return { project, after, seq, rows };
}

/** Most keys are plain, and a process that starts reads hundreds of them. */
function keyOf(json: string): string {
  return json.includes("\\") ? JSON.parse(json) : json.slice(1, -1);
}
