import { make } from "../setting.js";

const { boolean, bytes, choice, list, string } = make;

/** Coding agents that call Whetstone by their hooks. */
export const hosts = {
  hosts: {
    mainRole: string(
      "coder",
      "ours",
      "The role of the agent that a person talks to; other agents have their own names.",
    ),
    reviewerRoles: list(
      ["reviewer", "code-reviewer", "validator", "curator", "inspector", "lens"],
      "ours (directives: reviewer)",
      "Agents whose verdicts on the work of others count.",
    ),
    askForPolicy: choice(
      "predicted",
      ["never", "predicted", "always"],
      "ours",
      "When a hook stops its agent for a learned limit of an adapter: if a failure is predicted, always, or never.",
    ),
    contextMaxBytes: bytes(
      9_500,
      [500, 1_000_000],
      "ours",
      "Lessons in one answer to a host; some cut from 10,000 on.",
    ),
    quoteRules: boolean(
      true,
      "ours",
      "Ask the agent of a person at a terminal to quote what that person corrects; it becomes a proposal.",
    ),
    sessionNames: boolean(
      true,
      "ours",
      "Keep the beginning of the first prompt of a session, as its name in lists; it stays on this machine.",
    ),
    digestWebhook: string(
      "",
      "ours",
      "Address to which 'whetstone digest --webhook' posts the week; not from a project's file.",
    ),
    mcpProjects: list(
      [],
      "ours",
      "Folders of other projects that tools over MCP may name, or * for all; not from a project's file.",
    ),
  },
};
