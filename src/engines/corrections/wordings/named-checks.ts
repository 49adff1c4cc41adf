import { re, type Wording } from "./wording.js";

const checked = [
  "(?:tests?|test suite|ci|builds?|lint(?:er|ing)?|type ?-?check(?:s|er)?|types|clippy|pipelines?|hooks?",
  "|checks?|docs|formatting",
  "|e2e(?: tests?)?|bundle|it|(?:your|the) (?:change|fix|code))",
].join("");
const fails = [
  "(?:(?:is|are|was|were|'s|got) (?:still |now |again |also )*(?:failing|red|broken|unhappy|complaining)",
  "|(?:still |also )*(?:fails?|broke",
  "|breaks?|complains?)|(?:doesn't|don't|does not|didn't) (?:pass|compile|build|work))",
].join("");
/** A command with a name: "run it" is a step, "run `make check`" can be done again. */
const command = [
  "[\"'`]?(?:`[^`]{4,}`|(?:npm|pnpm|yarn|bun|npx|go|cargo|make|mise|just|task|rake|tox|nox|mvn|gradlew?",
  "|\\./[\\w./-]+|pre-commit",
  "|dotnet|mix|bundle|composer|python3?|uv|poetry|pytest|ruff|tsc|mkdocs|bazel|swift|flutter|dart)(?:",
  " [\\w./:@=-]+)+",
  "|[\\w-]+:[\\w:-]+)",
].join("");
const report = [
  "(?:say(?:ing)?|tell(?:ing)?|claim(?:ing)?|report(?:ing)?|hand(?:ing)?|call(?:ing)?|declar(?:e|ing)",
  "|giv(?:e|ing)|com(?:e|ing) back)",
].join("");

/** By what an agent is to find out itself whether its work is right. */
export const namedChecks: readonly Wording[] = [
  {
    kind: "correction",
    because: "names the check that shows whether the work is right",
    goesOn: true,
    evenAsked: true,
    evenOnce: true,
    says: [
      re(
        `\\b${checked}\\b[^.?]{0,40}\\b${fails}[^?]{0,60}[ ,.:;–—-]+(?:so |and |please |you (?:need to`,
        `|should|have to|must) |always )*(?:run|use|try|check with) `,
        `${command}(?!.*\\b(?:and (?:tell|show|fix|see|look|paste|give)|again$|to see)\\b).*$`,
      ),
      re(
        `^(?:please )?run ${command}[^?]{0,30}[-–—,;:(]+ ?(?:i'm|i am|we(?:'re| are)|ci is|there are|i`,
        ` keep|i)\\b.{0,20}\\b(?:getting|seeing|failures?|failing|red|errors?|broken)\\b.*`,
      ),
      re(`^(?:please |always )*run ${command}[^?]{0,20}\\bbefore (?:you )?${report}\\b.*`),
      re(`^you (?:broke|forgot)\\b.{3,30}, (?:please )?run ${command}.*`),
      re(
        `${command}[\`"']? (?:would have (?:told|shown|caught)|tells you|shows you|catches|does`,
        ` everything (?:that )?ci)\\b.*`,
      ),
      re(
        `^(?:please |you can |you should )*(?:use|run|check with|verify with|try)`,
        ` ${command}[^?]{0,20}\\b(?:to verify|to check|yourself|as well|too|instead)\\b`,
        ".{0,60}\\b(?:your (?:work|changes?|fix\\w*)|ci (?:does|runs|checks)|yourself)\\b.*",
      ),
      re(
        `^(?:please )?you can (?:verify|check|test|see) (?:it|that|this|your work) yourself (?:with`,
        `|by)\\b.{4,}`,
      ),
      re(
        `\\b(?:unit tests|tests|lint(?:er)?|type ?check|compiler|build|${command})\\b[^?]{0,30}`,
        `(?:\\balone\\b[^?]{0,20}\\b(?:don't|doesn't|won't|isn't|aren't)\\b|(?:isn't|aren't|is not|are`,
        ` not) enough\\b).*`,
      ),
      re(
        `^(?:please |always )*(?:build|test|run|try|verify|check|compile) (?:it|things|everything|your `,
        `(?:work|changes?|fix\\w*))(?: yourself| in(?: \\w+){1,3})? before (?:you )?${report}\\b.*`,
      ),
      re(
        `^(?:please |always )*(?:verify|check|test|prove) your (?:work|fix(?:es)?|changes?|claims?) (?:by`,
        `|with|in)\\b.{4,}`,
      ),
      re(
        `^(?:please )?(?:never|don't|do not) (?:tell me|say|claim|report)(?: that)? (?:it|something`,
        `|things|everything|you|a \\w+)\\b.{3,40}\\b(?:when|without|if|before|unless|until)\\b.{4,}`,
      ),
      re(`^did you (?:actually |really |even )?\\w+\\b[^?]{2,40}\\bbefore (?:you )?${report}\\b[^?]*\\?*$`),
    ],
    unless: [re("\\b(?:order|line) \\d+|\\bto see whether\\b")],
  },
];
