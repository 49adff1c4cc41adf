import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Style } from "../../../base/terminal/style.js";
import type { Whetstone } from "../../../verbs/open/whetstone.js";

/** A phase with a critical directive: no acknowledgement, then a failed check, then a fix that ends it. */
export async function playPhase(ws: Whetstone, person: Whetstone, folder: string) {
  const file = join(folder, "src", "login.ts");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(file, 'export const path = "/login";\n');
  await person.lessons.add({
    text: "Validate every request body with a schema",
    appliesToAgents: ["coder"],
    requiredActions: ["parse the body with a schema"],
    verificationPredicate: "grep:req\\.body as :src/**/*.ts",
    priority: "critical",
  });
  const brief = await ws.brief({
    role: "coder",
    task: "Add the login endpoint",
    phase: "build",
    run: "demo-1",
  });
  const silent = await ws.gate({ phase: "build" });
  writeFileSync(file, "const body = req.body as Login;\n");
  const shortId = brief.shown.find((each) => each.kind === "directive")?.shortId ?? "";
  await ws.acknowledge({ brief: brief.id, output: `Done.\nKNOWLEDGE_APPLIED:${shortId}` });
  const review = await ws.review({
    phase: "build",
    output: `DIRECTIVE_COMPLIANCE\nVERIFIED:${shortId} evidence=src/login.ts:1`,
    origin: "agent:reviewer",
  });
  const failed = await ws.gate({ phase: "build" });
  writeFileSync(file, "const body = login.parse(req.body);\n");
  const mended = await ws.gate({ phase: "build" });
  return { brief, silent, review, failed, mended };
}

export function phaseLines(
  { brief, silent, review, failed, mended }: Awaited<ReturnType<typeof playPhase>>,
  style: Style,
): readonly string[] {
  const indented = (text: string) => text.trimEnd().replace(/^(?=.)/gm, "  ");
  const checks =
    review.compliance?.checks.map(({ passed, reason }) => `${passed ? "passed" : "failed"}, ${reason}`) ?? [];
  return [
    indented(brief.text),
    "",
    style.dim("  The coder does not mention the rule, and asks to end the phase:"),
    indented(silent.answer),
    "",
    style.dim(
      `  The coder writes that it was applied, the reviewer VERIFIED. The check: ${checks.join("; ")}`,
    ),
    indented(failed.answer),
    "",
    `  The code is fixed: the phase ${mended.passed ? style.green("may end") : style.red("may not end")}.`,
  ];
}
