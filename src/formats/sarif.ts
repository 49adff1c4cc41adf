import en from "zod/v4/locales/en.js";
import { WhetstoneError } from "../errors.js";
import { epochMs } from "../events/time.js";
import { type ErrorRead, errorsKept, type Reading, reportLine } from "./reading.js";
import { type SarifRun, sarifLog } from "./sarif-log.js";
import { type Finding, findingsOf } from "./sarif-result.js";
import { withoutBom } from "./without-bom.js";

const { localeError } = en();

/**
 * A SARIF 2.1.0 log as one outcome: failure when a result has the level error or a tool says that it did not
 * do its work. Warnings and notes are counted in the detail; suppressed results, and those gone since the
 * baseline, are not.
 */
export function readSarif(text: string, { name }: { readonly name: string }): Reading {
  const { runs } = logOf(text, name);
  for (const [index, run] of runs.entries()) refuseUnscanned(run, index, name);
  const looked = runs.map((run) => ({ run, findings: findingsOf(run) }));
  const errors = looked.flatMap(({ run, findings }) => [...resultErrors(run, findings), ...toolErrors(run)]);
  const counts = countsOf(looked.flatMap(({ findings }) => findings));
  const example = errors[0] === undefined ? "" : `: ${lineOf(errors[0])}`;
  const detail = reportLine(`${counts} from ${toolsOf(runs)} in ${name}${example}`);
  const durationMs = durationOf(runs);
  return {
    outcome: {
      result: errors.length > 0 ? "failure" : "success",
      ...(durationMs === undefined ? {} : { durationMs }),
      errorCount: errors.length,
      retryCount: 0,
      ...(errors.length > 0 ? { failureDetails: detail } : {}),
    },
    errors: errors.slice(0, errorsKept),
    detail,
  };
}

/** What is wrong with the code is a validation error: the tool that found it did its part. */
function resultErrors({ tool }: SarifRun, findings: readonly Finding[]): readonly ErrorRead[] {
  const name = reportLine(tool.driver.name);
  return findings
    .filter(({ level }) => level === "error")
    .map(({ message, place }) => ({
      type: "validation",
      message: reportLine(message),
      ...(place === undefined ? {} : { context: reportLine(place) }),
      tool: name,
    }));
}

/** A tool that says it did not succeed failed at least once, whether or not it says how. */
function toolErrors({ tool, invocations }: SarifRun): readonly ErrorRead[] {
  const name = reportLine(tool.driver.name);
  return (invocations ?? []).flatMap((invocation) => {
    if (invocation.executionSuccessful !== false) return [];
    const told = (invocation.toolExecutionNotifications ?? []).filter(({ level }) => level === "error");
    const messages = told.map(({ message }) => message?.text ?? message?.markdown ?? message?.id ?? "");
    const said = messages.length > 0 ? messages : [invocation.exitCodeDescription ?? ""];
    const fallback = `${name} did not run to its end`;
    return said.map(
      (each) => ({ type: "tool_failure", message: reportLine(each) || fallback, tool: name }) as const,
    );
  });
}

/** The time of all invocations that name a start and an end. */
function durationOf(runs: readonly SarifRun[]): number | undefined {
  const spans = runs
    .flatMap(({ invocations }) => invocations ?? [])
    .map(({ startTimeUtc, endTimeUtc }) => epochMs(endTimeUtc ?? "") - epochMs(startTimeUtc ?? ""))
    .filter((ms) => ms >= 0);
  return spans.length === 0 ? undefined : spans.reduce((sum, ms) => sum + ms, 0);
}

function countsOf(findings: readonly Finding[]): string {
  const counted = (["error", "warning", "note"] as const).map((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  });
  return counted.join(", ");
}

function toolsOf(runs: readonly SarifRun[]): string {
  return [...new Set(runs.map(({ tool }) => tool.driver.name))].slice(0, 3).join(", ");
}

function lineOf({ context, message }: ErrorRead): string {
  return context === undefined ? message : `${context}: ${message}`;
}

/**
 * Without a list of results nothing was looked at; that is no success unless the tool itself says it failed.
 */
function refuseUnscanned({ results, invocations }: SarifRun, index: number, name: string): void {
  if (Array.isArray(results) || invocations?.some(({ executionSuccessful }) => executionSuccessful === false))
    return;
  throw badField(name, `runs.${index}.results`, "it is missing, so nothing was looked at");
}

function logOf(text: string, name: string) {
  const parsed = sarifLog.safeParse(jsonOf(withoutBom(text), name), { error: localeError });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badField(
    name,
    issue?.path.join(".") ?? "",
    (issue?.message ?? "it does not fit").replace(/^Invalid input: /, ""),
  );
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WhetstoneError("invalid_input", `${name} is not JSON: ${(cause as Error).message}`, {
      next: "have the tool write the report again",
      cause,
    });
  }
}

function badField(name: string, field: string, reason: string): WhetstoneError {
  const where = field === "" ? "the log" : `'${field}'`;
  return new WhetstoneError("invalid_input", `${name} is no SARIF 2.1.0 log: ${where}: ${reason}`, {
    field,
    next: "have the tool write SARIF 2.1.0",
    values: { reason },
  });
}
