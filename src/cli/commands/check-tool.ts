import { commaList } from "../comma-list.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "check-tool",
  summary: "Ask whether a tool may run",
  description: `Decides whether a tool may run: allow, ask or deny, by the forbidden actions of enforced directives and by the policy in force of the capability it works through. A directive that only warns never blocks. Denied is exit code 1, with the reason and the way out on standard output. When the store cannot be read it is denied, and says so.`,
  arguments: [{ name: "tool", about: "The tool, as its host names it.", required: true }],
  options: {
    command: { type: "string", about: "The command line, for a tool that runs one." },
    files: { type: "string", value: "A,B", about: "Files that it would touch." },
    role: { type: "string", value: "NAME", about: "The role that uses it." },
    adapter: { type: "string", value: "NAME", about: "The capability that it works through." },
    retry: { type: "string", value: "N", about: "Which retry this would be." },
  },
  examples: [{ run: 'whetstone check-tool Bash --command "git push --force"', about: "May this run?" }],
  exits: { 1: "It may not run, or a person has to be asked." },
  async run(context) {
    const { args, values, printer } = context;
    const result = await withWhetstone(context, (ws) =>
      ws.checkTool({
        tool: args.tool,
        files: commaList(values.files),
        ...(values.command === undefined ? {} : { command: values.command }),
        ...(values.role === undefined ? {} : { role: values.role }),
        ...(values.adapter === undefined ? {} : { adapter: values.adapter }),
        ...(values.retry === undefined ? {} : { retry: Number(values.retry) }),
      }),
    );
    printer.result(result, (style) => {
      const mark = { allow: style.green("allow"), ask: style.yellow("ask"), deny: style.red("deny") }[
        result.decision
      ];
      return result.reason === "" ? mark : `${mark}: ${result.reason}`;
    });
    return result.decision === "allow" ? undefined : 1;
  },
});
