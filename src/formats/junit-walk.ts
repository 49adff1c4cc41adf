import { milliseconds, noSums, ownSums, plus, type Sums, settle } from "./junit-sums.js";
import { errorsKept, stackChars } from "./reading.js";
import { readXml, type XmlToken } from "./xml.js";
import { xmlFault } from "./xml-fault.js";

export interface JUnitProblem {
  /** A failure is an assertion that did not hold, an error something that broke. */
  readonly kind: "failure" | "error";
  readonly className: string;
  readonly message: string;
  readonly text: string;
  /** The class and the name of the test, or the suite where the problem belongs to no test. */
  readonly where: string;
}

export interface JUnitWalk {
  readonly sums: Sums;
  /** The first so many; `sums.failed` counts all. */
  readonly problems: readonly JUnitProblem[];
  readonly retries: number;
}

type Open = Extract<XmlToken, { kind: "open" }>;

/** A suite or a test that is not closed yet. */
interface Frame {
  readonly own: Sums;
  readonly where: string;
  parts: Sums;
  skipped: boolean;
}

const suites = ["testsuites", "testsuite"];
/** Surefire's for tests that failed in the end and for tests that passed in the end, then pytest's. */
const retried = ["rerunFailure", "rerunError", "flakyFailure", "flakyError", "rerun"];

/** Goes through a report once and keeps only sums and the first problems: it may be of any size. */
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
  sums = noSums;
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
    if (frame === undefined && !suites.includes(name)) throw wrongRoot(this.#text, token);
    if (suites.includes(name) || name === "testcase") this.#frames.push(this.#frameOf(token));
    else if (retried.includes(name)) this.retries += 1;
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
      frame.parts = plus(frame.parts, { ...noSums, failed: 1 });
    } else if (suites.includes(name) || name === "testcase") this.#leave(frame, name === "testcase");
  }

  #leave(frame: Frame, isTest: boolean): void {
    this.#frames.pop();
    const parent = this.#frames.at(-1);
    const own = isTest ? { ...frame.own, tests: 1, skipped: frame.skipped ? 1 : 0 } : frame.own;
    const sums = settle(own, frame.parts);
    if (parent === undefined) this.sums = sums;
    else parent.parts = plus(parent.parts, sums);
  }

  #frameOf({ name, attributes, at }: Open): Frame {
    const isTest = name === "testcase";
    const own = isTest
      ? { ...noSums, ms: milliseconds(attributes.get("time")) }
      : ownSums(attributes, this.#text, at);
    const names = [isTest ? attributes.get("classname") : undefined, attributes.get("name")];
    const where = names.filter((each) => each !== undefined && each !== "").join(" › ");
    return { own, where, parts: noSums, skipped: false };
  }
}

function isProblem(name: string): name is JUnitProblem["kind"] {
  return name === "failure" || name === "error";
}

function problemOf(kind: JUnitProblem["kind"], { attributes }: Open, where: string): JUnitProblem {
  const message = (attributes.get("message") ?? "").slice(0, stackChars);
  return { kind, className: attributes.get("type") ?? "", message, text: "", where };
}

function wrongRoot(text: string, { name, at }: Open): Error {
  const found = name.slice(0, 50);
  return xmlFault(
    text,
    at,
    `this is no JUnit report: the root is <${found}>, not <testsuites> or <testsuite>`,
  );
}
