import { Coded } from "../../../base/page/coded.js";
import { counted } from "../../../base/text/counted.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { Clock } from "../parts/ago.js";
import { Behind, lessonAt, sessionAt } from "../parts/behind.js";
import { addressOf } from "../place.js";
import { resultWords } from "./result-words.js";
import { durationText } from "./session-title.js";

type Story = Result<"timeline">;
type Moment = Story["moments"][number];

interface TimelineProps {
  readonly story: Story;
  readonly project: string;
}

/** A session from its beginning to its end. */
export function Timeline({ story: { name, runs, session, moments, lessons }, project }: TimelineProps) {
  const started = moments[0]?.at;
  const texts = new Map(lessons.map(({ id, text }) => [id, text]));
  return (
    <section aria-label={`Session ${name}`}>
      <h1 class="session">{session === null || session.name === "" ? name : session.name}</h1>
      {session === null ? null : <Head session={session} project={project} />}
      {started === undefined ? (
        <p class="soft">Nothing was shown to it, and nothing failed in it.</p>
      ) : (
        <p class="soft">
          <Clock at={started} />
          {runs.map((run, index) => (
            <>
              {index === 0 ? ", with " : ", "}
              <a key={run} href={sessionAt(project, run)}>
                {run}
              </a>
            </>
          ))}
        </p>
      )}
      <ol class="moments">
        {moments.map((moment) => (
          <MomentLine key={moment.seq} moment={moment} texts={texts} project={project} />
        ))}
      </ol>
    </section>
  );
}

interface HeadProps {
  readonly session: NonNullable<Story["session"]>;
  readonly project: string;
}

/** A session in one line: who, how long, how much, and how it ended. */
function Head({ session, project }: HeadProps) {
  const { agent, branch, calls, failures, tokens, result } = session;
  const events = addressOf({ project, view: "log", query: { about: session.session } });
  return (
    <p>
      {agent}
      {branch === "" ? null : (
        <>
          {" on "}
          <code>{branch}</code>
        </>
      )}
      , {resultWords(result)}:{" "}
      <Behind href={events}>
        {durationText(session)}
        {calls === null ? "" : `, ${counted(calls, "call")}`}, {counted(failures, "failure")}, shown{" "}
        {counted(tokens, "token")}
      </Behind>
    </p>
  );
}

const names: Readonly<Record<Moment["kind"], string>> = {
  told: "Shown",
  "held out": "Held out by chance",
  stopped: "Stopped",
  blocked: "Blocked",
  asked: "Asked a person",
  warned: "Warned",
  failed: "Failed",
  mended: "Fixed",
  answered: "Answered",
  learned: "Learned",
  "kept open": "Kept open",
  ended: "Ended",
  unguarded: "Unguarded",
};

interface MomentProps {
  readonly moment: Moment;
  /** The texts of lessons by their ids. */
  readonly texts: ReadonlyMap<string, string>;
  readonly project: string;
}

function MomentLine({ moment: { seq, at, kind, text, parts, lessons }, texts, project }: MomentProps) {
  const event = addressOf({ project, view: "log", item: String(seq) });
  const [first = ""] = lessons;
  // A moment that has the words of its lesson in its own text is a link to it.
  const isOwnText = lessons.length === 1 && text.includes(texts.get(first) ?? first);
  const own = kind === "held out" || isOwnText ? lessons[0] : undefined;
  return (
    <li class={kind.replaceAll(" ", "-")}>
      <a class="when" href={event}>
        <Clock at={at} only="clock" />
      </a>
      <div>
        <p>
          <b>{names[kind]}</b>{" "}
          <Behind href={own === undefined ? event : lessonAt(project, own)}>
            {kind === "ended" ? resultWords(text) : <Coded text={text} />}
          </Behind>
        </p>
        {parts.map((part) =>
          parts.length === 1 ? (
            <pre key={part.text} class="block">
              {part.text}
            </pre>
          ) : (
            <details key={part.text}>
              <summary>
                {titleOf(part.text)}
                <small> {part.tokens} tokens</small>
              </summary>
              <pre class="block">{part.text}</pre>
            </details>
          ),
        )}
        {lessons.length === 0 || own !== undefined ? null : (
          <ul class="of-lessons" aria-label="Lessons">
            {lessons.map((lesson) => (
              <li key={lesson}>
                <a title={lesson} href={lessonAt(project, lesson)}>
                  <Coded text={texts.get(lesson) ?? lesson} />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Marks that agents know, as a person says them. */
const titles: Readonly<Record<string, string>> = { "delegate knowledge directives": "rules" };

/** What a block calls itself in its first line, without its marks. */
function titleOf(block: string): string {
  const [first = ""] = block.split("\n");
  const title = first
    .replace(/^[=<#\s]+|[=>\s]+$/g, "")
    .replaceAll("_", " ")
    .toLowerCase()
    .slice(0, 80);
  return titles[title] ?? title;
}
