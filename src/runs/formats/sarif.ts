import en from "zod/v4/locales/en.js";
import { WhetstoneError } from "../../base/errors.js";
import { epochMs } from "../../log/events/time.js";
import { findingsOf, type SarifFinding } from "./sarif-findings.js";
import { type SarifRun, sarifLog } from "./sarif-log.js";
import { errorsKept, type ReportedError, reportLine, stripBom, type ToolReport } from "./tool-report.js";

const { localeError } = en();

/**
 * Reads a SARIF 2.1.0 log as one outcome: failure when a result has the level error or a tool reports that it
 * did not succeed. Warnings and notes are counted in the detail; suppressed results and results absent since
 * the baseline are not.
 */
export function readSarif(text: string, { name }: { readonly name: string }): ToolReport {
  const { runs } = parseLog(text, name);
  for (const [index, run] of runs.entries()) refuseUnscanned(run, index, name);
  const scanned = runs.map((run) => ({ run, findings: findingsOf(run) }));
  const errors = scanned.flatMap(({ run, findings }) => [...resultErrors(run, findings), ...toolErrors(run)]);
  const counts = countsByLevel(scanned.flatMap(({ findings }) => findings));
  const example = errors[0] === undefined ? "" : `: ${errorSummary(errors[0])}`;
  const detail = reportLine(`${counts} from ${toolNames(runs)} in ${name}${example}`);
  const durationMs = totalDurationMs(runs);
  return {
    outcome: {
      result: errors.length > 0 ? "failure" : "success",
      ...(durationMs === undefined ? {} : { durationMs }),
      errorCount: errors.length,
      retryCount: 0,
      ...(errors.length > 0 ? { failureType: "finding", failureDetails: detail } : {}),
    },
    errors: errors.slice(0, errorsKept),
    detail,
  };
}

/** A finding about the code is a validation error: the tool itself worked. */
function resultErrors({ tool }: SarifRun, findings: readonly SarifFinding[]): readonly ReportedError[] {
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

/** A tool that reports no success failed at least once, even when it names no error. */
function toolErrors({ tool, invocations }: SarifRun): readonly ReportedError[] {
  const name = reportLine(tool.driver.name);
  return (invocations ?? []).flatMap((invocation) => {
    if (invocation.executionSuccessful !== false) return [];
    const notifications = (invocation.toolExecutionNotifications ?? []).filter(
      ({ level }) => level === "error",
    );
    const messages = notifications.map(
      ({ message }) => message?.text ?? message?.markdown ?? message?.id ?? "",
    );
    const reasons = messages.length > 0 ? messages : [invocation.exitCodeDescription ?? ""];
    const fallback = `${name} did not finish`;
    return reasons.map(
      (each) => ({ type: "tool_failure", message: reportLine(each) || fallback, tool: name }) as const,
    );
  });
}

/** Adds up the invocations that have a start and an end. */
function totalDurationMs(runs: readonly SarifRun[]): number | undefined {
  const spans = runs
    .flatMap(({ invocations }) => invocations ?? [])
    .map(({ startTimeUtc, endTimeUtc }) => epochMs(endTimeUtc ?? "") - epochMs(startTimeUtc ?? ""))
    .filter((ms) => ms >= 0);
  return spans.length === 0 ? undefined : spans.reduce((sum, ms) => sum + ms, 0);
}

function countsByLevel(findings: readonly SarifFinding[]): string {
  const counted = (["error", "warning", "note"] as const).map((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return `${count} ${level}${count === 1 ? "" : "s"}`;
  });
  return counted.join(", ");
}

function toolNames(runs: readonly SarifRun[]): string {
  return [...new Set(runs.map(({ tool }) => tool.driver.name))].slice(0, 3).join(", ");
}

function errorSummary({ context, message }: ReportedError): string {
  return context === undefined ? message : `${context}: ${message}`;
}

/**
 * A run without a list of results scanned nothing, which is not a success. A failed run needs no results.
 */
function refuseUnscanned({ results, invocations }: SarifRun, index: number, name: string): void {
  if (Array.isArray(results) || invocations?.some(({ executionSuccessful }) => executionSuccessful === false))
    return;
  throw fieldError(name, `runs.${index}.results`, "it is missing, so nothing was scanned");
}

function parseLog(text: string, name: string) {
  const parsed = sarifLog.safeParse(parseSarifJson(stripBom(text), name), { error: localeError });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw fieldError(
    name,
    issue?.path.join(".") ?? "",
    (issue?.message ?? "it does not fit").replace(/^Invalid input: /, ""),
  );
}

function parseSarifJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WhetstoneError("invalid_input", `${name} is not JSON: ${(cause as Error).message}`, {
      next: "have the tool write the report again",
      cause,
    });
  }
}

function fieldError(name: string, field: string, reason: string): WhetstoneError {
  const where = field === "" ? "the log" : `'${field}'`;
  return new WhetstoneError("invalid_input", `${name} is not a SARIF 2.1.0 log: ${where}: ${reason}`, {
    field,
    next: "have the tool write SARIF 2.1.0",
    values: { reason },
  });
}
