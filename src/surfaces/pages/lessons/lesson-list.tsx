import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useActs, useHere } from "../acts.js";
import { Decision } from "../parts/decision.js";
import { isTyping } from "../parts/is-typing.js";
import { addressOf, type Place } from "../place.js";
import { choicesForMany, type Lesson } from "./lesson-choices.js";
import { LessonRow } from "./lesson-row.js";
import { filterIn, type LessonsData, rowsAtOnce } from "./lessons-data.js";
import { useWindow } from "./use-window.js";

/** The lessons that fit the filter; only those on the screen are there. */
export function LessonList({ data, place }: { readonly data: LessonsData; readonly place: Place }) {
  const { total } = data.list;
  const { list, from, to } = useWindow(total, rowsAtOnce, data.from);
  const rows = useRows(data, place, from, to);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Lesson>>(new Map());
  useKeys(rows.at, data, place);

  const choose = (lesson: Lesson, isChosen: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      if (isChosen) next.set(lesson.id, lesson);
      else next.delete(lesson.id);
      return next;
    });

  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return (
    <>
      <ol class="list" ref={list} aria-label={`${total} lessons`}>
        {indexes.map((index) => {
          const lesson = rows.at(index);
          return (
            <li key={lesson?.id ?? index} aria-setsize={total} aria-posinset={index + 1}>
              {lesson === undefined ? null : (
                <LessonRow
                  lesson={lesson}
                  project={place.project}
                  address={addressOf({ ...place, item: lesson.id })}
                  now={data.list.at}
                  isOpen={lesson.id === place.item}
                  isChosen={chosen.has(lesson.id)}
                  onChoose={(isChosen) => choose(lesson, isChosen)}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Pages data={data} place={place} />
      {chosen.size === 0 ? null : (
        <section class="chosen" aria-label="Chosen lessons">
          <Decision
            choices={choicesForMany([...chosen.values()])}
            about={`${chosen.size} chosen`}
            after={async () => {
              setChosen(new Map());
              await rows.refresh();
            }}
          />
          <button type="button" class="quiet" onClick={() => setChosen(new Map())}>
            Choose none
          </button>
        </section>
      )}
    </>
  );
}

/** Without script the list does not scroll on by itself: plain links lead through it. */
function Pages({ data: { from, list }, place }: { readonly data: LessonsData; readonly place: Place }) {
  const at = (start: number) =>
    addressOf({ ...place, item: undefined, query: { ...place.query, from: start > 0 ? String(start) : "" } });
  const links = [
    ...(from > 0 ? [[at(from - rowsAtOnce), "Earlier in the list"] as const] : []),
    ...(from + rowsAtOnce < list.total ? [[at(from + rowsAtOnce), "Further in the list"] as const] : []),
  ];
  const html = links.map(([address, text]) => `<a href="${address.replaceAll("&", "&amp;")}">${text}</a>`);
  return links.length === 0 ? null : (
    <noscript dangerouslySetInnerHTML={{ __html: `<p>${html.join(" · ")}</p>` }} />
  );
}

/** The rows that were fetched so far; those between these places are fetched, with new data once more. */
function useRows(data: LessonsData, place: Place, from: number, to: number) {
  const { call, reload } = useActs();
  const [, redraw] = useState(0);
  const filter = JSON.stringify(filterIn(place));
  const fetched = useRef(startOf(data, filter));
  if (fetched.current.of !== data) fetched.current = startOf(data, filter, fetched.current);
  const { rows, asked } = fetched.current;

  const fetchPart = async (part: number) => {
    asked.add(part);
    const offset = part * rowsAtOnce;
    const { lessons } = await call("lessons list", { ...filterIn(place), offset, limit: rowsAtOnce });
    lessons.forEach((lesson, index) => void rows.set(offset + index, lesson));
    redraw((times) => times + 1);
  };

  useEffect(() => {
    const [first, last] = [from, to - 1].map((index) => Math.floor(index / rowsAtOnce));
    for (let part = first ?? 0; part <= (last ?? -1); part += 1)
      // What fails is asked for again when the list moves on.
      if (!asked.has(part)) void fetchPart(part).catch(() => void asked.delete(part));
  });

  return { at: (index: number) => rows.get(index), refresh: reload };
}

interface Fetched {
  readonly of: LessonsData;
  readonly filter: string;
  readonly rows: Map<number, Lesson>;
  /** Parts of the list that need not be asked for again. */
  readonly asked: Set<number>;
}

/** The rows from before are shown until their part is there again. */
function startOf(data: LessonsData, filter: string, before?: Fetched): Fetched {
  const rows = new Map(before?.filter === filter ? before.rows : []);
  data.list.lessons.forEach((lesson, index) => void rows.set(data.from + index, lesson));
  return { of: data, filter, rows, asked: new Set([data.from / rowsAtOnce]) };
}

/** J and K open the next and the previous lesson. */
function useKeys(at: (index: number) => Lesson | undefined, { list }: LessonsData, place: Place): void {
  const { go } = useActs();
  const here = useHere(place);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (step === undefined || isTyping(event.target)) return;
      const from = here();
      const next = at(indexOf(at, list.total, from.item) + step);
      if (next === undefined) return;
      event.preventDefault();
      go(addressOf({ ...from, item: next.id }), from.item === undefined ? undefined : "replace");
      document.querySelector(`[data-lesson="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Before the first one, where none is open. */
function indexOf(at: (index: number) => Lesson | undefined, total: number, id: string | undefined): number {
  for (let index = 0; index < total; index += 1) if (at(index)?.id === id && id !== undefined) return index;
  return -1;
}
