import * as z from "zod/mini";
import { teamStateOutput } from "../../hub/exchange/team-state.js";
import { headlineOutput } from "../../lessons/trial/headline-output.js";
import { field } from "../call/field.js";
import { pauseOutput } from "./pause.js";

export type StatusResult = z.output<ReturnType<typeof statusOutput>>;

/** A coding agent that was set up here, or that called. */
const knownHostOutput = () =>
  z.strictObject({
    host: z.string(),
    setUpAt: field(
      "When 'init' set it up in this project; null for one that is set up elsewhere, such as by a plugin.",
      z.nullable(z.string()),
    ),
    lastCallAt: field(
      "When it last called, to a minute; null for one that never did.",
      z.nullable(z.string()),
    ),
  });

const openGate = () =>
  z.strictObject({
    phase: z.string(),
    begunAt: z.string(),
    shown: field("Rules that were in its prompts.", z.int()),
    unanswered: field("Rules among them without an answer.", z.int()),
    denials: field("How often in a row the gate was asked and stayed closed.", z.int()),
    missing: field(
      "What kept it closed, the last time it was asked.",
      z.array(z.strictObject({ lesson: z.string(), reason: z.string() })),
    ),
  });

const openGatesOutput = () =>
  z.strictObject({
    open: field(
      "Phases that have begun and not ended, and in which something happened within a day.",
      z.int(),
    ),
    silent: field(
      "Those in which nothing has happened for a day, and did within a week: such as of an agent that was killed.",
      z.int(),
    ),
    newest: field("The open ones in which something happened last.", z.array(openGate())),
    left: field(
      "Sessions that were over while their gate was closed, until a person lets them pass.",
      z.int(),
    ),
    newestLeft: field("The newest of these.", z.array(openGate())),
  });

const configLine = () =>
  z.strictObject({
    path: z.string(),
    value: z.unknown(),
    default: z.unknown(),
    unit: z.string(),
    from: field("Where this value was set.", z.string()),
  });

const count = () => z.int();
const time = () => z.nullable(z.string());

/** How many lessons of each kind are in each state now. */
const lessonCountsOutput = () =>
  z.strictObject({
    strategies: z.strictObject({
      candidate: count(),
      established: count(),
      proven: count(),
      deprecated: count(),
    }),
    insights: z.strictObject({
      observed: count(),
      candidate: count(),
      verified: count(),
      active: count(),
      deprecated: count(),
    }),
    directives: z.strictObject({
      proposed: count(),
      active: count(),
      quarantined: count(),
      archived: count(),
    }),
    failures: z.strictObject({ ready: count(), active: count(), asleep: count(), retired: count() }),
  });

/** What was shown in the last seven days, today included, and what became of it. */
const weekCountsOutput = () =>
  z.strictObject({
    since: field("The first of the days, by UTC.", z.string()),
    shown: z.int(),
    acknowledged: z.int(),
    violated: z.int(),
    unacknowledged: z.int(),
  });

/**
 * What `status` answers. The schemas are made when they are asked for: there are a hundred of them, which take a
 * tenth of a cold start, and the command needs none.
 */
export const statusOutput = () =>
  z.strictObject({
    version: z.string(),
    at: field("When this was read.", z.string()),
    project: z.strictObject({
      key: z.string(),
      from: z.enum(["config", "git", "path"]),
      root: z.string(),
      unaccepted: field(
        "What whetstone.json asks for and is not followed, and how a person accepts it.",
        z.nullable(z.string()),
      ),
    }),
    store: z.strictObject({ kind: z.string(), location: z.nullable(z.string()) }),
    team: field(
      "How the project is shared through a hub; null if none is joined and whetstone.json names none.",
      z.nullable(teamStateOutput()),
    ),
    log: z.strictObject({ events: count(), lastEventAt: time() }),
    outcomes: z.strictObject({ success: count(), partial: count(), failure: count() }),
    lessons: z.strictObject({
      strategies: count(),
      antiPatterns: count(),
      insights: count(),
      directives: count(),
      failures: count(),
      forgotten: count(),
    }),
    pause: field("A pause in which agents are shown nothing; null without one.", z.nullable(pauseOutput)),
    corrections: field("How many corrections of a person wait for that person's word.", count()),
    unsolved: field(
      "Failures that keep coming, and of which a person is asked what agents should do.",
      count(),
    ),
    states: field("How many lessons of each kind are in each state.", lessonCountsOutput()),
    shown: field(
      "How many of the newest runs were shown a lesson.",
      z.strictObject({ runs: count(), withLessons: count(), exposures: count() }),
    ),
    captured: field(
      "How many of the newest runs brought an insight.",
      z.strictObject({ runs: count(), withInsights: count() }),
    ),
    receipts: field(
      "What agents, reviewers and checks reported of rules that were shown.",
      z.strictObject({ acknowledged: count(), violated: count(), unacknowledged: count() }),
    ),
    escalations: field(
      "The newest rules that became critical by themselves.",
      z.array(z.strictObject({ lesson: z.string(), text: z.string(), at: z.string() })),
    ),
    headline: field(
      "How often failures of earlier sessions come back, and what is known of whether lessons help.",
      headlineOutput(),
    ),
    week: field("What was shown in the last seven days, and what became of it.", weekCountsOutput()),
    gates: field("Phases that have begun and not ended.", openGatesOutput()),
    overlays: field(
      "Adapters under learned limits that are stricter than the base policy.",
      z.strictObject({
        inForce: count(),
        stale: field("Those that have had no evidence for too long.", count()),
        oldest: field(
          "Those with the oldest evidence.",
          z.array(z.strictObject({ adapter: z.string(), lastEvidenceAt: z.string() })),
        ),
      }),
    ),
    judged: field(
      "How many agents are weighed by their earlier decisions, and how many skills by their runs.",
      z.strictObject({ agents: count(), skills: count() }),
    ),
    hosts: field("The coding agents that are set up here or have called.", z.array(knownHostOutput())),
    search: field(
      "What the next program that starts finds lessons by: words, or words and meaning.",
      z.strictObject({
        by: z.enum(["words", "words and meaning"]),
        model: field("The model that compares meanings; null without one.", z.nullable(z.string())),
        note: field(
          "Why meaning is not compared by the model of the settings; null when it is.",
          z.nullable(z.string()),
        ),
      }),
    ),
    lost: field("How many things were given up in the last seven days so that agents could go on.", count()),
    newestLoss: z.nullable(z.strictObject({ at: z.string(), stage: z.string(), reason: z.string() })),
    rejected: field("How many inputs were refused.", count()),
    config: field("Every setting, if the input asked for them.", z.optional(z.array(configLine()))),
  });
