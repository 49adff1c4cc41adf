import { defineCommand } from "../command.js";

export const command = defineCommand({
  name: "mcp",
  summary: "Serve the verbs as tools to an agent over MCP",
  description: `Speaks the Model Context Protocol on standard input and output, for agents that start it by themselves. It serves the project around the folder that it is started in, or the one that a call names as project_key.

The tools are plan_prompt, complete, record_outcome, record_error, resolve_error, error_context, brief, acknowledge, review, gate, policy, search_lessons, add_lesson, explain and report. Registered in your agent under the name hive they read as hive_plan_prompt, hive_complete and so on; --name makes the server introduce itself by that name too.

What comes in over these tools has the origin agent:NAME. The name is agent_name of the call, else what the agent calls itself, else --agent. It is never a person's, whatever the name says.`,
  arguments: [],
  options: {
    name: { type: "string", value: "NAME", about: "What the server calls itself; whetstone, if left out." },
    agent: {
      type: "string",
      value: "NAME",
      about: "What a caller is called that gives no name; mcp, if left out.",
    },
  },
  examples: [
    { run: "claude mcp add hive -- whetstone mcp --name hive", about: "Give it to an agent:" },
    { run: "whetstone mcp --root /your/project", about: "Serve another folder's project:" },
  ],
  async run({ values, start, globals, io, program }) {
    const { serveOnStdio } = await import("../../mcp/stdio.js");
    const { name = "whetstone", agent = "mcp" } = values;
    await serveOnStdio({ name, agent, version: program.version, root: start, env: io.env, set: globals.set });
  },
});
