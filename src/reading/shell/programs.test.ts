import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCall, withoutSurroundings } from "../../lessons/directive/rules/forbidden/read-call.js";
import { forbiddenPart, readForbiddenAction } from "../../lessons/directive/rules/forbidden-action.js";
import { decidingPrograms } from "./outcome.js";
import { runsIn } from "./runs.js";
import { baseName } from "./words.js";
import { wrapperRows } from "./wrapper-table.js";
import { isShell, type Wrapper, wrapperNamed } from "./wrappers.js";

const corpus = readFileSync(new URL("corpus/wrapped-commands.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [command = "", programs = ""] = line.split(" => ");
    return { command, programs: programs.split(/ ; (?=\w)/) };
  });

const wrappers = wrapperRows
  .flatMap(({ names }) => names)
  .flatMap((name): readonly (readonly [string, Wrapper])[] => {
    const wrapper = wrapperNamed(name);
    return wrapper === undefined ? [] : [[name, wrapper]];
  });

function programsOf(command: string): readonly string[] {
  const { deciding, masked } = decidingPrograms(command);
  return [...deciding, ...masked].map(({ words }) => words.join(" "));
}

const actions = new Map<string, ReturnType<typeof readForbiddenAction>>();
const forbids = (action: string, command: string) => {
  const read = actions.get(action) ?? readForbiddenAction(`Bash(${action})`);
  actions.set(action, read);
  const call = readCall({ tool: "Bash", command, files: [] }, read?.forms ?? [], withoutSurroundings);
  return read !== undefined && forbiddenPart(read, call, () => false) !== undefined;
};

describe("the programs of a command line", () => {
  it.each(corpus)("$command runs $programs", ({ command, programs }) => {
    expect(programsOf(command).toSorted()).toEqual(programs.toSorted());
  });

  it("every wrapper of the table is in the corpus", () => {
    const words = new Set(corpus.flatMap(({ command }) => command.split(/[\s']/).map(baseName)));
    const same = new Set([
      "gxargs",
      "gnice",
      "gtime",
      "gstdbuf",
      "gfind",
      "nocorrect",
      "script",
      "ksh",
      "ash",
      "function",
    ]);
    const standing = wrappers.filter(([, { own }]) => !own).map(([name]) => name);
    expect(standing.filter((name) => !words.has(name) && !same.has(name))).toEqual([]);
  });

  it("a program remembers what it was run by", () => {
    const [program] = decidingPrograms("sudo -u a timeout 5 bash -c 'nice npm test'").deciding;
    expect(program).toEqual({
      name: "npm",
      words: ["npm", "test"],
      wrappers: ["sudo", "timeout", "bash", "nice"],
    });
  });

  it.each([
    ["$(which node) app.js", ""],
    ['bash -c "$(cat x)"', ""],
    ['"$BIN" test', "$BIN"],
    ["'npm' test", "npm"],
  ])("the program of %j is called %j", (command, name) => {
    expect(decidingPrograms(command).deciding[0]?.name).toBe(name);
  });
});

describe("enforcement and reflection", () => {
  it.each(corpus)("both find the same programs in: $command", ({ command, programs }) => {
    const seen = runsIn(command).runs.map(({ words: [first = "", ...rest] }) =>
      [baseName(first), ...rest].join(" "),
    );
    for (const program of programs) {
      expect(seen).toContain(program);
      expect(forbids(program, command), `enforcement finds ${program}`).toBe(true);
    }
  });
});

/** Ways to run a command by a wrapper of the table, made from its own row. */
function waysToRun(name: string, { valued, operands, script, onlyScripts, own, idle }: Wrapper) {
  if (own) return [];
  const itsOperands = Array.from({ length: operands }, () => "5 ").join("");
  const taking = [...valued].filter((option) => !script.has(option) && !idle.has(option));
  const byScript = isShell(name) ? ["-c", "-lc", "-ec"] : [...script];
  return [
    ...byScript.map((option) => (command: string) => `${name} ${itsOperands}${option} ${quoted(command)}`),
    ...(name === "eval" || name === "watch" ? [(command: string) => `${name} ${quoted(command)}`] : []),
    ...(onlyScripts || isShell(name)
      ? []
      : (name === "runuser" ? ["-u 5 ", "--user 5 "] : ["", ...taking.map((option) => `${option} 5 `)]).map(
          (options) => (command: string) => `${name} ${options}${itsOperands}${command}`,
        )),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Ways to have a command run by a program that stays a program in its own right. */
function waysToCarry(name: string, wrapper: Wrapper): readonly ((command: string) => string)[] {
  const { own, code, reads, each, tail, joins, script, operands, dashes, onlyScripts } = wrapper;
  if (!own || code.size > 0 || ["find", "gfind", "source", ".", "function"].includes(name)) return [];
  const itsOperands = "5 ".repeat(operands);
  if (reads) return [(command) => `${name} <<< ${quoted(command)}`];
  if (each || name === "trap") return [(command) => `${name} ${quoted(command)}`];
  if (tail.size > 0) return [...tail].map((option) => (command) => `${name} ${option} ${quoted(command)}`);
  if (joins) return [(command) => `${name} ${itsOperands}${quoted(command)}`];
  const byScript = [...script].map((option) => (command: string) => `${name} ${option} ${quoted(command)}`);
  const behind = dashes ? [(command: string) => `${name} 5 -- ${command}`] : [];
  return [
    ...byScript,
    ...behind,
    ...(onlyScripts ? [] : [(command: string) => `${name} ${itsOperands}${command}`]),
  ];
}

const interpreted: readonly ((command: string) => string)[] = [
  (command) => `python3 -c ${quoted(`import os; os.system(${JSON.stringify(command)})`)}`,
  (command) => `node -e ${quoted(`require("child_process").execSync(${JSON.stringify(command)})`)}`,
  (command) => `perl -e ${quoted(`system(${JSON.stringify(command)})`)}`,
  (command) => `C=${quoted(command)}; eval "$C"`,
  (command) => `f() { ${command}; }; f`,
  (command) => `bash <(echo ${quoted(command)})`,
  (command) => `git -c alias.x=${quoted(`!${command}`)} x`,
];

describe("carrying a command elsewhere", () => {
  const ways = wrappers.flatMap(([name, wrapper]) => [
    ...waysToCarry(name, wrapper),
    ...waysToRun(name, wrapper),
  ]);

  it.each(wrappers.flatMap(([name, wrapper]) => waysToCarry(name, wrapper).map((way) => way("git push -f"))))(
    "%s is stopped where 'git push --force' is forbidden",
    (command) => {
      expect(forbids("git push --force", command)).toBe(true);
    },
  );

  it("no nesting of two known ways to run a command hides it, and none makes it forbidden", () => {
    // What reads its words again, or a variable of the shell around it, does not do so behind every program.
    const known = [...ways, ...interpreted];
    const inners = known.filter((way) => !/^(?:eval|concurrently|C=)/.test(way("x")));
    const wrong = known.flatMap((outer) =>
      inners.flatMap((inner) => [
        ...[outer(inner("git push -f"))].filter((command) => !forbids("git push --force", command)),
        ...[outer(inner("git push -n"))].filter((command) => forbids("git push --force", command)),
      ]),
    );
    expect(wrong).toEqual([]);
  });
});

describe("wrapping a command", () => {
  const ways = wrappers.flatMap(([name, wrapper]) => waysToRun(name, wrapper));
  const simple = fc.constantFrom(
    "npm test",
    "make all",
    "go test ./...",
    "psql -f a.sql",
    "./deploy.sh --now",
  );

  it("no known wrapper, nested in any other, changes which program is named", () => {
    fc.assert(
      fc.property(simple, fc.array(fc.constantFrom(...ways), { maxLength: 5 }), (command, layers) => {
        const wrapped = layers.reduce<string>((inner, wrap) => wrap(inner), command);
        expect(programsOf(wrapped)).toEqual(programsOf(command));
        expect(forbids(command, wrapped)).toBe(true);
      }),
    );
  });

  it.each(ways.map((wrap) => wrap("npm test")))("%s runs npm test", (command) => {
    expect(programsOf(command)).toEqual(["npm test"]);
  });
});

describe("hostile text", () => {
  it("any text has programs, and every one of them is a command that enforcement sees", () => {
    const words = fc.constantFrom(
      ..."sudo -u env A=1 bash -c -lc eval find -exec timeout 5 xargs trap a b".split(" "),
      ..."; | && ( ) ' \" $( <<E".split(" "),
      "\n",
    );
    const scripts = fc.array(words, { maxLength: 40 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.oneof(scripts, fc.string({ unit: "binary" })), (text) => {
        const names = new Set(runsIn(text).runs.map(({ words: [first = ""] }) => baseName(first)));
        const { deciding, masked } = decidingPrograms(text);
        for (const { name } of [...deciding, ...masked]) expect(names.has(name) || name === "").toBe(true);
      }),
    );
  });

  it.each([
    ["wrappers", "sudo ".repeat(200_000)],
    ["wrappers with options", "timeout -s KILL 5 ".repeat(60_000)],
    ["scripts in scripts", "eval ".repeat(200_000)],
    ["shells", "bash -c ".repeat(125_000)],
    ["lists", "sudo a; ".repeat(125_000)],
    ["pipes", "a | ".repeat(250_000)],
    ["chains", "a && ".repeat(200_000)],
    ["brackets", "(".repeat(1_000_000)],
    ["backticks", "`".repeat(1_000_000)],
    ["here-documents", "cat <<a\n$(".repeat(100_000)],
    ["quotes", "'\"".repeat(500_000)],
  ])("a megabyte of %s is read to its end", (_what, text) => {
    const { deciding, masked } = decidingPrograms(text);
    expect(deciding.length + masked.length).toBeLessThanOrEqual(text.length);
  });
});
