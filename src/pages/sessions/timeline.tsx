import type { Result } from "../../verbs/frame/handle.js";
import { sessionAt } from "../parts/behind.js";
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
  return (
    <li class={kind.replaceAll(" ", "-")}>
      <a class="when" href={addressOf({ project, view: "log", item: String(seq) })} title={at}>
        {at.slice(11, 16)}
      </a>
      <div>
        <p>
          <b>{names[kind]}</b> {text}
        </p>
        {parts.map((part) => (
          <details key={part.text} open={parts.length === 1}>
            <summary>
              {part.text
                .split("\n")[0]
                ?.replace(/^[=<\s]+|[=>\s]+$/g, "")
                .slice(0, 80)}
              <small> {part.tokens} tokens</small>
            </summary>
            <pre class="block">{part.text}</pre>
          </details>
        ))}
        {lessons.length === 0 ? null : (
          <p class="soft">
            {lessons.map((lesson, index) => (
              <>
                {index === 0 ? "" : ", "}
                <a key={lesson} href={addressOf({ project, view: "lessons", item: lesson })}>
                  {lesson}
                </a>
              </>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
