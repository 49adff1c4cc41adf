import { errorsKept, stackChars } from "./tool-report.js";
import { readXml, type XmlAttributes, type XmlToken, xmlFault } from "./xml.js";

export interface JUnitProblem {
  /** A failure is a failed assertion, an error is anything else that broke. */
  readonly kind: "failure" | "error";
  readonly className: string;
  readonly message: string;
  readonly text: string;
  /** The class and name of the test; the suite when the problem does not belong to a test. */
  readonly where: string;
}

export interface JUnitWalk {
  readonly totals: Totals;
  /** The first `errorsKept`; `totals.failed` counts all. */
  readonly problems: readonly JUnitProblem[];
  readonly retries: number;
}

type Open = Extract<XmlToken, { kind: "open" }>;

/** A suite or a test that is still open. */
interface Frame {
  readonly own: Totals;
  readonly where: string;
  parts: Totals;
  skipped: boolean;
}

const suiteTags = ["testsuites", "testsuite"];
/** Surefire's names for tests that failed and that passed in the end, then pytest's. */
const retryTags = ["rerunFailure", "rerunError", "flakyFailure", "flakyError", "rerun"];

/** Reads a report in one pass and keeps only totals and the first problems, so it may be of any size. */
export function walkJUnit(text: string): JUnitWalk {
  const walker = new Walker(text);
  for (const token of readXml(text)) {
    if (token.kind === "open") walker.open(token);
    else if (token.kind === "close") walker.close(token.name);
    else walker.text(token.read);
  }
  return walker;
}

class Walker implements JUnitWalk {
  readonly problems: JUnitProblem[] = [];
  totals: Totals = noTests;
  retries = 0;
  readonly #text: string;
  readonly #frames: Frame[] = [];
  #problem: JUnitProblem | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  open(token: Open): void {
    const { name } = token;
    const frame = this.#frames.at(-1);
    if (frame === undefined && !suiteTags.includes(name)) throw wrongRootError(this.#text, token);
    if (suiteTags.includes(name) || name === "testcase") this.#frames.push(this.#frameOf(token));
    else if (retryTags.includes(name)) this.retries += 1;
    else if (name === "skipped" && frame !== undefined) frame.skipped = true;
    else if (isProblem(name)) this.#problem = problemOf(name, token, frame?.where ?? "");
  }

  text(read: () => string): void {
    const problem = this.#problem;
    if (problem === undefined || problem.text.length >= stackChars) return;
    this.#problem = { ...problem, text: `${problem.text}${read()}`.slice(0, stackChars) };
  }

  close(name: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (isProblem(name) && this.#problem !== undefined) {
      if (this.problems.length < errorsKept) this.problems.push(this.#problem);
      this.#problem = undefined;
      frame.parts = addTotals(frame.parts, { ...noTests, failed: 1 });
    } else if (suiteTags.includes(name) || name === "testcase") this.#closeFrame(frame, name === "testcase");
  }

  #closeFrame(frame: Frame, isTest: boolean): void {
    this.#frames.pop();
    const parent = this.#frames.at(-1);
    const own = isTest ? { ...frame.own, tests: 1, skipped: frame.skipped ? 1 : 0 } : frame.own;
    const totals = combineTotals(own, frame.parts);
    if (parent === undefined) this.totals = totals;
    else parent.parts = addTotals(parent.parts, totals);
  }

  #frameOf({ name, attributes, at }: Open): Frame {
    const isTest = name === "testcase";
    const own = isTest
      ? { ...noTests, ms: secondsToMs(attributes.get("time")) }
      : totalsFromAttributes(attributes, this.#text, at);
    const names = [isTest ? attributes.get("classname") : undefined, attributes.get("name")];
    const where = names.filter((each) => each !== undefined && each !== "").join(" › ");
    return { own, where, parts: noTests, skipped: false };
  }
}

function isProblem(name: string): name is JUnitProblem["kind"] {
  return name === "failure" || name === "error";
}

function problemOf(kind: JUnitProblem["kind"], { attributes }: Open, where: string): JUnitProblem {
  const message = (attributes.get("message") ?? "").slice(0, stackChars);
  return { kind, className: attributes.get("type") ?? "", message, text: "", where };
}

function wrongRootError(text: string, { name, at }: Open): Error {
  const found = name.slice(0, 50);
  return xmlFault(
    text,
    at,
    `this is not a JUnit report: the root is <${found}>, not <testsuites> or <testsuite>`,
  );
}

interface Totals {
  readonly ms: number | undefined;
  readonly tests: number;
  readonly skipped: number;
  /** Failures and errors together. */
  readonly failed: number;
}

const noTests: Totals = { ms: undefined, tests: 0, skipped: 0, failed: 0 };

function addTotals(a: Totals, b: Totals): Totals {
  return {
    ms: a.ms === undefined ? b.ms : a.ms + (b.ms ?? 0),
    tests: a.tests + b.tests,
    skipped: a.skipped + b.skipped,
    failed: a.failed + b.failed,
  };
}

/**
 * A suite's own time wins over that of its parts, which may have run in parallel; tools that did not measure
 * write 0. Counts come from the parts, because some tools count a failure twice in the suite; the suite's own
 * counts are used when the parts have none.
 */
function combineTotals(own: Totals, parts: Totals): Totals {
  return {
    ms: own.ms === undefined || own.ms === 0 ? (parts.ms ?? own.ms) : own.ms,
    tests: parts.tests > 0 ? parts.tests : own.tests,
    skipped: parts.tests > 0 ? parts.skipped : own.skipped,
    failed: parts.failed > 0 ? parts.failed : own.failed,
  };
}

/** Refuses a count that is not a number: read as 0 it would make a failed run look like a success. */
function totalsFromAttributes(attributes: XmlAttributes, text: string, at: number): Totals {
  const count = (name: string): number => {
    const written = attributes.get(name)?.trim() ?? "";
    if (/^\d{0,15}$/.test(written)) return Number(written);
    throw xmlFault(text, at, `${name}="${written.slice(0, 50)}" is not a number`);
  };
  return {
    ms: secondsToMs(attributes.get("time")),
    tests: count("tests"),
    skipped: count("skipped") + count("disabled"),
    failed: count("failures") + count("errors"),
  };
}

/** Accepts 1.5, 1e-3, and 1,234.5 as older tools write it. Anything else counts as no time. */
function secondsToMs(seconds: string | undefined): number | undefined {
  const written = seconds?.trim() ?? "";
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(written) ? written.replaceAll(",", "") : written;
  if (!/^\d{1,15}(?:\.\d*)?(?:[eE][+-]?\d{1,3})?$|^\.\d+$/.test(plain)) return undefined;
  const ms = Math.round(Number(plain) * 1_000);
  return Number.isSafeInteger(ms) ? ms : undefined;
}
