import type { Lesson } from "../../app/lessons.js";
import type { Style } from "../../terminal/style.js";
import { oneLine } from "../../text/one-line.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

const textChars = 70;
const listed = 100;

export const command = defineCommand({
  name: "list",
  summary: "List the lessons of the project",
  description:
    "Lists lessons with their track record and how often they were shown: strategies that failed most often first, then insights by what they are worth now.",
  arguments: [],
  options: {
    kind: {
      type: "string",
      choices: ["strategy", "anti_pattern", "insight", "directive"],
      about: "Only this kind.",
    },
    role: { type: "string", value: "NAME", about: "Only what this role learned." },
    state: {
      type: "string",
      choices: [
        "candidate",
        "established",
        "proven",
        "deprecated",
        "observed",
        "verified",
        "active",
        "proposed",
        "quarantined",
        "archived",
      ],
      about: "Only those in this state.",
    },
    limit: { type: "string", value: "N", about: `At most so many; ${listed} if left out, all with --json.` },
  },
  examples: [
    { run: "whetstone lessons list", about: "All lessons with their ids:" },
    { run: "whetstone lessons list --kind insight --state verified", about: "What waits for your word:" },
  ],
  async run(context) {
    const { values, globals, printer } = context;
    const limit = values.limit === undefined ? (globals.json ? undefined : listed) : Number(values.limit);
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.list({
        ...(values.kind === undefined ? {} : { kind: values.kind }),
        ...(values.role === undefined ? {} : { role: values.role }),
        ...(values.state === undefined ? {} : { state: values.state }),
        ...(limit === undefined ? {} : { limit }),
      }),
    );
    const { table } = await import("../../terminal/table.js");
    printer.result(result, (style) => {
      if (result.total === 0)
        return "No such lessons yet. They come from outcomes and deliberations: see 'whetstone record --help' and 'whetstone deliberate --help'.";
      const head = ["ID", "STATE", "WORKED", "FAILED", "SHOWN", "SCORE", "TEXT"].map(style.dim);
      const rows = table([head, ...result.lessons.map((lesson) => rowOf(lesson, style))], {
        right: [2, 3, 4, 5],
      });
      const rest = result.total - result.lessons.length;
      return rest > 0 ? `${rows}\n${style.dim(`and ${rest} more: see --limit`)}` : rows;
    });
  },
});

function rowOf(lesson: Lesson, style: Style): string[] {
  return [
    style.bold(lesson.id),
    lesson.kind === "anti_pattern" ? style.red("avoid") : style.green(lesson.state),
    String(lesson.successes),
    String(lesson.failures),
    String(lesson.exposures),
    lesson.kind === "insight" ? lesson.score.toFixed(2) : "",
    `${prefixOf(lesson)}${oneLine(lesson.text, textChars)}`,
  ];
}

function prefixOf(lesson: Lesson): string {
  if (lesson.kind === "insight") return `${lesson.role}: `;
  if (lesson.kind !== "directive") return "";
  const marks = [
    lesson.priority,
    ...(lesson.enforcement === "enforce" ? ["enforced"] : []),
    ...lesson.missing,
  ];
  return `[${[...marks, ...(lesson.retireCandidate ? ["retire?"] : [])].join(", ")}] `;
}
