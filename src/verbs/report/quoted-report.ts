import { strategyName } from "../../lessons/strategy/credited-strategies.js";
import { strategyKind } from "../../lessons/strategy/strategy-kind.js";
import { nameOrQuote, quoteAsData, quoteOrNull } from "../../lessons/unconfirmed/quote-as-data.js";
import type { Immutable } from "../call/immutable.js";
import type { ReportResult } from "./report.js";

type Report = Immutable<ReportResult>;

/**
 * The report as an agent may read it: what agents and programs wrote, and nobody stands behind, is quoted as
 * data. Quoting it again changes nothing.
 */
export function quotedReport(report: Report): Report {
  const { insights, directives, judged } = report;
  return {
    ...report,
    judged: quotedJudged(judged),
    antiPatterns: report.antiPatterns.map(strategyKind.quoted),
    strategies: report.strategies.map(strategyKind.quoted),
    insights: {
      ...insights,
      regressions: insights.regressions.map(withQuotedText),
      readyForPromotion: insights.readyForPromotion.map(withQuotedText),
    },
    directives: { ...directives, motifs: directives.motifs.map(quotedMotif) },
    criteria: report.criteria.map((each) => ({ ...each, criterion: nameOrQuote(each.criterion) })),
    recentFailures: report.recentFailures.map(quotedFailureLine),
  };
}

export function quotedJudged<Judged extends Pick<Report["judged"], "agents" | "skills">>(
  judged: Judged,
): Judged {
  return {
    ...judged,
    agents: judged.agents.map((each) => ({
      ...each,
      agent: nameOrQuote(each.agent),
      role: each.role === "" ? "" : nameOrQuote(each.role),
    })),
    skills: judged.skills.map((each) => ({ ...each, skill: nameOrQuote(each.skill) })),
  };
}

function withQuotedText<Line extends { readonly text: string }>(line: Line): Line {
  return { ...line, text: quoteAsData(line.text) };
}

type Motif = Report["directives"]["motifs"][number];

function quotedMotif(motif: Motif): Motif {
  const { signature, tool, fixedBy } = motif;
  return {
    ...withQuotedText(motif),
    signature: nameOrQuote(signature),
    tool: nameOrQuote(tool),
    fixedBy: quoteOrNull(fixedBy),
  };
}

type Failure = Report["recentFailures"][number];

function quotedFailureLine(failure: Failure): Failure {
  const { taskId, strategy, details } = failure;
  return {
    ...failure,
    taskId: taskId === null ? null : nameOrQuote(taskId),
    strategy: strategy === null ? null : strategyName(strategy),
    details: quoteOrNull(details),
  };
}
