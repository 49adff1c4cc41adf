import type { SarifResult, SarifRule, SarifRun } from "./sarif-log.js";

export interface SarifFinding {
  readonly level: "none" | "note" | "warning" | "error";
  /** The rule id and the message of the tool. */
  readonly message: string;
  /** `src/auth.ts:42`; without the line when the result has none. */
  readonly place: string | undefined;
}

export function findingsOf(run: SarifRun): readonly SarifFinding[] {
  const ruleOf = ruleFinder(run);
  return (run.results ?? []).map((result) => {
    const rule = ruleOf(result);
    return {
      level: findingLevel(result, rule),
      message: findingMessage(result, rule),
      place: findingPlace(result, run),
    };
  });
}

/**
 * The level of a result is its own, else that of its rule, else warning; "none" when it did not fail.
 */
function findingLevel(result: SarifResult, rule: SarifRule | undefined): SarifFinding["level"] {
  if (isSuppressed(result) || result.baselineState === "absent") return "none";
  if (result.kind !== undefined && result.kind !== "fail") return "none";
  return result.level ?? rule?.defaultConfiguration?.level ?? "warning";
}

/** A suppression that was rejected or is under review does not suppress. */
function isSuppressed({ suppressions }: SarifResult): boolean {
  const states = (suppressions ?? []).map(({ status }) => status ?? "accepted");
  return states.length > 0 && states.every((status) => status === "accepted");
}

/** Rules are defined in the driver or in one of its extensions, and referred to by index or by id. */
function ruleFinder({ tool }: SarifRun): (result: SarifResult) => SarifRule | undefined {
  const components = [tool.driver, ...(tool.extensions ?? [])];
  const byId = components.map(({ rules }) => new Map(rules?.map((rule) => [rule.id, rule])));
  return ({ ruleId, ruleIndex, rule }) => {
    const component = 1 + (rule?.toolComponent?.index ?? -1);
    const byIndex = components[component]?.rules?.[rule?.index ?? ruleIndex ?? -1];
    return byIndex ?? byId[component]?.get(ruleId ?? rule?.id ?? "");
  };
}

function findingMessage(result: SarifResult, rule: SarifRule | undefined): string {
  const id = result.ruleId ?? result.rule?.id ?? rule?.id;
  const { text, markdown, id: messageId, arguments: values } = result.message;
  const template = text ?? markdown ?? rule?.messageStrings?.[messageId ?? ""]?.text ?? "";
  const message = template.replace(
    /\{(\d{1,3})\}/g,
    (placeholder, index) => values?.[Number(index)] ?? placeholder,
  );
  return (
    [id, message].filter((each) => each !== undefined && each !== "").join(": ") ||
    "a result without a message"
  );
}

function findingPlace({ locations }: SarifResult, { artifacts }: SarifRun): string | undefined {
  const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
  const uri = artifactLocation?.uri ?? artifacts?.[artifactLocation?.index ?? -1]?.location?.uri;
  if (uri === undefined || uri === "") return undefined;
  return region?.startLine === undefined ? decodedPath(uri) : `${decodedPath(uri)}:${region.startLine}`;
}

/** A URI with a stray % is shown as it is. */
function decodedPath(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ""));
  } catch {
    return uri;
  }
}
