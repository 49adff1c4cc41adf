import { defineCommand } from "../command.js";

export const command = defineCommand({
  name: "mcp",
  summary: "Serve the verbs as tools to an agent over MCP",
  description: [
    "Speaks the Model Context Protocol on standard input and output, for agents that start it " +
      "themselves. It serves the project of the folder in which it is started, or the one that a call " +
      "names as project_key.",
    "The tools are plan_prompt, complete, record_outcome, search_lessons and add_lesson: hooks do the rest, " +
      "and each tool costs tokens in every request of an agent. With --tools all there are also brief, " +
      "outcome_score, deliberate, reflect, record_error, resolve_error, error_context, acknowledge, review, " +
      "gate, policy, explain and report, each with all of its arguments, for orchestrators and for agents " +
      "without hooks.",
    "An agent puts the name under which you register the server before each tool: whetstone_plan_prompt, " +
      "whetstone_complete and so on. With --name the server introduces itself by another name.",
    "Everything that these tools record has the origin agent:NAME, never that of a person. The name is " +
      "agent_name of the call, else the name that the agent gives itself, else --agent.",
  ].join("\n\n"),
  arguments: [],
  options: {
    tools: { type: "string", choices: ["few", "all"], about: "Which tools; by default few." },
    name: { type: "string", value: "NAME", about: "The name of the server; by default whetstone." },
    agent: {
      type: "string",
      value: "NAME",
      about: "The name of a caller that does not give one; by default mcp.",
    },
  },
  examples: [
    { run: "claude mcp add whetstone -- whetstone mcp", about: "Give it to an agent:" },
    { run: "whetstone mcp --root /your/project", about: "Serve the project of another folder:" },
  ],
  async run({ values, start, globals, io, program }) {
    const { serveOnStdio } = await import("../../mcp/stdio.js");
    const { name = "whetstone", agent = "mcp", tools = "few" } = values;
    const from = { version: program.version, root: start, env: io.env, set: globals.set };
    await serveOnStdio({ name, agent, tools, ...from });
  },
});
