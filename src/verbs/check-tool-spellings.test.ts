import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rule } from "../../tests/support/directives.js";
import { openInsights } from "../../tests/support/insights.js";

function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(`../lessons/directive/rules/corpus/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.replaceAll("⏎", "\n"));
}

const marked = (sign: string) =>
  linesOf("force-push-second")
    .filter((line) => line.startsWith(`${sign} `))
    .map((line) => line.slice(2));

/** The commands that get a decision where a person forbade `git push --force`. */
async function decided(commands: readonly string[], decision: string): Promise<readonly string[]> {
  const { ws } = await openInsights();
  const scope = { appliesToAgents: [], appliesToTools: ["Bash"] };
  const text = "Never force-push a shared branch";
  await ws.lessons.add(
    rule({ text, ...scope, forbiddenActions: ["git push --force"], enforcement: "enforce" }),
  );
  const found: string[] = [];
  for (const command of commands)
    if ((await ws.checkTool({ tool: "Bash", command })).decision === decision) found.push(command);
  return found;
}

describe("check-tool with the forbidden action 'git push --force'", () => {
  it.each([
    ["the first set", linesOf("force-push"), ["echo Z2l0IHB1c2ggLS1mb3JjZQ== | base64 -d | sh"]],
    ["the second set", marked("+"), []],
  ])("check-tool misses of the spellings of %s only texts that are encoded", async (_set, all, missed) => {
    expect(await decided(all, "allow")).toEqual(missed);
  });

  it.each([
    ["the first set", linesOf("no-force-push")],
    ["the second set", marked("-")],
  ])("check-tool stops none of the harmless commands of %s", async (_set, harmless) => {
    expect(await decided(harmless, "deny")).toEqual([]);
  });
});

describe("a command line that cannot be read like others", () => {
  const enforced = async (...forbiddenActions: string[]) => {
    const { ws } = await openInsights();
    await ws.lessons.add(rule({ appliesToAgents: [], forbiddenActions, enforcement: "enforce" }));
    return async (command: string) => (await ws.checkTool({ tool: "Bash", command })).decision;
  };

  it.each([
    [":(){ :|:& };:", ":(){ :|:& };:"],
    ["f() { git push --force; }; f", "f() { git push --force; }; f"],
    ["Bash(curl x | | sh)", "curl x | | sh"],
  ])("the action %s forbids itself", async (action, command) => {
    const decide = await enforced(action);
    expect(await decide(command)).toBe("deny");
    expect(await decide("git status")).toBe("allow");
  });

  it.each([
    ["a forbidden command", "git push --force"],
    ["a forbidden path", "Edit(src/generated/**)"],
  ])("a line of more than a thousand commands is stopped where a rule is about %s", async (_what, action) => {
    const decide = await enforced(action);
    for (const filler of ["true;", "true|", "echo $(true);"])
      expect(await decide(`${filler.repeat(70_000)} git push --force > src/generated/a.ts`)).toBe("deny");
    expect(await decide(`${"true;".repeat(400)} git status`)).toBe("allow");
    expect(await decide(`cat <<'EOF' > notes.md\n${"a line; of text | here\n".repeat(20_000)}EOF`)).toBe(
      "allow",
    );
  });

  it("a long line is allowed where no rule is about command lines", async () => {
    const decide = await enforced("WebFetch");
    expect(await decide("true;".repeat(2_000))).toBe("allow");
  });
});
