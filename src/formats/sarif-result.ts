import type { SarifResult, SarifRule, SarifRun } from "./sarif-log.js";

export interface Finding {
  readonly level: "none" | "note" | "warning" | "error";
  /** The rule, then what it found, in the tool's words. */
  readonly message: string;
  /** `src/auth.ts:42`, as far as the result says it. */
  readonly place: string | undefined;
}

export function findingsOf(run: SarifRun): readonly Finding[] {
  const ruleOf = rulesOf(run);
  return (run.results ?? []).map((result) => {
    const rule = ruleOf(result);
    return { level: levelOf(result, rule), message: messageOf(result, rule), place: placeOf(result, run) };
  });
}

/**
 * The level a result counts with: its own, else that of its rule, else warning. What did not fail has none.
 */
function levelOf(result: SarifResult, rule: SarifRule | undefined): Finding["level"] {
  if (isSuppressed(result) || result.baselineState === "absent") return "none";
  if (result.kind !== undefined && result.kind !== "fail") return "none";
  return result.level ?? rule?.defaultConfiguration?.level ?? "warning";
}

/** A suppression that was rejected, or that nobody has decided on, does not suppress. */
function isSuppressed({ suppressions }: SarifResult): boolean {
  const states = (suppressions ?? []).map(({ status }) => status ?? "accepted");
  return states.length > 0 && states.every((status) => status === "accepted");
}

/** Rules lie in the driver or in one of its extensions, and are named by place or by id. */
function rulesOf({ tool }: SarifRun): (result: SarifResult) => SarifRule | undefined {
  const homes = [tool.driver, ...(tool.extensions ?? [])];
  const byId = homes.map(({ rules }) => new Map(rules?.map((rule) => [rule.id, rule])));
  return ({ ruleId, ruleIndex, rule }) => {
    const home = 1 + (rule?.toolComponent?.index ?? -1);
    const byPlace = homes[home]?.rules?.[rule?.index ?? ruleIndex ?? -1];
    return byPlace ?? byId[home]?.get(ruleId ?? rule?.id ?? "");
  };
}

function messageOf(result: SarifResult, rule: SarifRule | undefined): string {
  const id = result.ruleId ?? result.rule?.id ?? rule?.id;
  const { text, markdown, id: messageId, arguments: values } = result.message;
  const template = text ?? markdown ?? rule?.messageStrings?.[messageId ?? ""]?.text ?? "";
  const said = template.replace(/\{(\d{1,3})\}/g, (mark, place) => values?.[Number(place)] ?? mark);
  return (
    [id, said].filter((each) => each !== undefined && each !== "").join(": ") || "a result without a message"
  );
}

function placeOf({ locations }: SarifResult, { artifacts }: SarifRun): string | undefined {
  const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
  const uri = artifactLocation?.uri ?? artifacts?.[artifactLocation?.index ?? -1]?.location?.uri;
  if (uri === undefined || uri === "") return undefined;
  return region?.startLine === undefined ? decoded(uri) : `${decoded(uri)}:${region.startLine}`;
}

/** A stray % is no reason to lose the place. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ""));
  } catch {
    return uri;
  }
}
