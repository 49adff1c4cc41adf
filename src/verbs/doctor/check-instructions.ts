import { counted } from "../../base/text/counted.js";
import { directives } from "../../lessons/directive/fold/directives.js";
import type { Context } from "../call/context.js";
import type { Check } from "./check.js";

const shown = 5;

/**
 * Files that people write for coding agents, beside the lessons: a rule that says the opposite of a lesson is
 * a conflict, which only a person can settle. Empty where there are no such files.
 */
export async function checkInstructions({ ledger, instructions }: Context): Promise<readonly Check[]> {
  const files = (await instructions()).all();
  if (files.length === 0) return [];
  const rows = await ledger.read((reader) => reader.rows(directives));
  const active = rows.filter(({ status }) => status === "active");
  const found = active.flatMap(({ lesson, text }) =>
    files.flatMap((file) => {
      const match = file.compare(text);
      return match === undefined ? [] : [{ lesson, ...match }];
    }),
  );
  const unread = files.flatMap(({ path, fault }) => (fault === undefined ? [] : [`${path}: ${fault}`]));
  const conflicts = found.filter(({ relation }) => relation === "opposite");
  const names = files.map(({ path }) => path).join(", ");
  const known = counted(new Set(found.map(({ lesson }) => lesson)).size - conflicts.length, "lesson");
  const ok = { name: "instructions", state: "ok", detail: `${names}: ${known} there already` } as const;
  const [first] = conflicts;
  const lines = conflicts.map(
    ({ file, line, text, lesson }) => `${file} line ${line}, "${text}", says the opposite of ${lesson}`,
  );
  return [
    ...(first === undefined
      ? [ok]
      : [
          {
            name: "instructions",
            state: "warning" as const,
            detail: lines.slice(0, shown).join("; "),
            next: `change the file, or run 'whetstone lessons edit ${first.lesson}' or 'whetstone lessons retire ${first.lesson}'`,
            about: [...new Set(conflicts.map(({ lesson }) => lesson))].slice(0, shown).map((id) => ({
              kind: "lesson" as const,
              id,
              text: active.find(({ lesson }) => lesson === id)?.text,
            })),
          },
        ]),
    ...(unread.length === 0
      ? []
      : [
          {
            name: "instructions",
            state: "warning" as const,
            detail: `not read: ${unread.join("; ")}`,
            next: "make it a smaller text file, or ignore this",
          },
        ]),
  ];
}
