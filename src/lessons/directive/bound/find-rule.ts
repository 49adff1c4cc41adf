import { WhetstoneError } from "../../../base/errors.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import { type RuleRow, rules } from "../fold/rules.js";

const mostNamed = 20;

/** The rule that is meant by its id, the beginning of one, or where it stands. */
export async function findRule(reader: LedgerReader, given: string): Promise<RuleRow> {
  const found = await rulesMeant(reader, given);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first === undefined)
    throw new WhetstoneError("not_found", `no rule '${given}' was bound, watched or marked`, {
      field: "rule",
      next: "'whetstone rules' lists the rules of the instruction files",
      values: { rule: given },
    });
  const ids = found.map(({ rule }) => rule);
  throw new WhetstoneError("invalid_input", `'${given}' means several rules: ${ids.join(", ")}`, {
    field: "rule",
    next: "name one of them",
    values: { rule: given, found: ids },
  });
}

async function rulesMeant(reader: LedgerReader, given: string): Promise<readonly RuleRow[]> {
  const row = await reader.row(rules, given);
  if (row !== undefined) return [row];
  const [, file, line] = /^(.+):(\d+)$/.exec(given) ?? [];
  if (file !== undefined)
    return (await reader.rows(rules)).filter((each) => each.file === file && each.line === Number(line));
  const id = given.startsWith("rule-") ? given : `rule-${given}`;
  return reader.rowsBeginning(rules, id, mostNamed);
}
