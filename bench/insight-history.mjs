import { createHash } from "node:crypto";
import { openForBench, withProject } from "./project.mjs";

export const role = "judge";
const perImport = 10_000;
const dayMs = 86_400_000;

/** Sentences with different words, some of them rules and causes, about 70 characters each. */
export function sentence(index) {
  const subject = ["queue", "parser", "cache", "session", "index", "worker", "schema"][index % 7];
  const verb = ["must never skip", "leads to retries in", "always reads", "breaks because of"][index % 4];
  return `The ${subject} of part ${index} ${verb} the ${index % 97}th step of its neighbour.`;
}

/**
 * Fills a project with insights of one role by importing events like those of `deliberate`. A fifth of the
 * insights is observed again in another situation, so that they may be shown to other roles too.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv }} project
 * @param {number} insights
 * @param {number} days the number of days until now over which they were observed
 */
export async function fillWithInsights(project, insights, days) {
  const { header, template } = await exampleLine();
  const whetstone = await openForBench(project, ["store.synchronous=normal"]);
  const started = Date.now();
  for (let first = 0; first < insights; first += perImport) {
    const lines = [header];
    for (let index = first; index < Math.min(insights, first + perImport); index += 1) {
      const at = started - days * dayMs * (1 - (index + 1) / insights);
      lines.push(observationLine(template, index, at, true));
      if (index % 5 === 0) lines.push(observationLine(template, index, at, false));
    }
    const sha256 = createHash("sha256")
      .update(`${lines.join("\n")}\n`)
      .digest("hex");
    await whetstone.import({ lines: [...lines, JSON.stringify({ events: lines.length - 1, sha256 })] });
  }
  await whetstone.close();
}

function observationLine(template, index, at, first) {
  const text = sentence(index);
  const lesson = `insight-${createHash("sha256").update(text).digest("hex").slice(0, 16)}-${template.suffix}`;
  const part = first ? index : index + 1;
  const situation = { labels: [`label-${part % 13}`], files: [`src/part-${part % 40}/index.ts`] };
  const data = { ...template.event.data, lesson, text, first, ...situation };
  const when = new Date(at).toISOString();
  return JSON.stringify({
    ...template.event,
    id: idOf(index, first),
    at: when,
    task: `task-${part}`,
    run: `run-${part}`,
    data,
  });
}

/** The log requires a UUID of version 7. */
function idOf(index, first) {
  return `${index.toString(16).padStart(8, "0")}-0000-7000-8000-00000000000${first ? 0 : 1}`;
}

/** An exported line of an insight in the current format. */
function exampleLine() {
  return withProject(async (project) => {
    const whetstone = await openForBench(project, ["store.kind=memory"]);
    const text = `## Accumulated Patterns\n- ${sentence(0)}\n`;
    const { insights } = await whetstone.deliberate({ role, text, run: "run", taskId: "task" });
    const lines = [];
    for await (const line of whetstone.export()) lines.push(line);
    await whetstone.close();
    const event = JSON.parse(lines.find((line) => line.includes('"lesson-observed"')));
    return { header: lines[0], template: { event, suffix: insights[0].lesson.split("-").at(-1) } };
  });
}
