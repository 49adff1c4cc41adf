import type { Result } from "../../verbs/frame/handle.js";
import { Behind, sessionAt } from "../parts/behind.js";
import { addressOf } from "../place.js";

type Story = Result<"timeline">;
type Moment = Story["moments"][number];

interface TimelineProps {
  readonly story: Story;
  readonly project: string;
}

/** A session from its beginning to its end. */
export function Timeline({ story: { name, runs, moments }, project }: TimelineProps) {
  const started = moments[0]?.at;
  return (
    <section aria-label={`Session ${name}`}>
      <h1 class="session">{name}</h1>
      {started === undefined ? (
        <p class="soft">Nothing was told to it, and nothing failed in it.</p>
      ) : (
        <p class="soft">
          <time dateTime={started}>{started.slice(0, 16).replace("T", " ")} UTC</time>
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
          <MomentLine key={moment.seq} moment={moment} project={project} />
        ))}
      </ol>
    </section>
  );
}

const names: Readonly<Record<Moment["kind"], string>> = {
  told: "Told",
  "held out": "Held back by chance",
  stopped: "Stopped",
  failed: "Failed",
  mended: "Mended",
  answered: "Answered",
  learned: "Learned",
  ended: "Ended",
};

function MomentLine({ moment, project }: { readonly moment: Moment; readonly project: string }) {
  const { seq, at, kind, text, parts, lessons } = moment;
  const event = addressOf({ project, view: "log", item: String(seq) });
  return (
    <li class={kind.replaceAll(" ", "-")}>
      <a class="when" href={event} title={at}>
        {at.slice(11, 16)}
      </a>
      <div>
        <p>
          <b>{names[kind]}</b> <Behind href={event}>{text}</Behind>
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
        {lessons.length === 0 ? null : (
          <p class="soft">
            {lessons.length === 1 ? "Lesson: " : "Lessons: "}
            {lessons.map((lesson, index) => (
              <>
                {index === 0 ? "" : ", "}
                <a key={lesson} title={lesson} href={addressOf({ project, view: "lessons", item: lesson })}>
                  {shortName(lesson)}
                </a>
              </>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}

/** What a block calls itself in its first line, without its marks. */
function titleOf(block: string): string {
  const [first = ""] = block.split("\n");
  return first
    .replace(/^[=<#\s]+|[=>\s]+$/g, "")
    .replaceAll("_", " ")
    .toLowerCase()
    .slice(0, 80);
}

/** "failure 3502335f" of a long id: enough to tell a few lessons apart. */
function shortName(lesson: string): string {
  const [, kind = lesson, digits = ""] = /^(?:anti-)?([a-z]+)-([0-9a-f]{8})/.exec(lesson) ?? [];
  return `${kind} ${digits}`.trim();
}
