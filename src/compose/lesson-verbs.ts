import type { AddLessonResult } from "../app/add-lesson.js";
import type {
  ActivateInput,
  ChangeDirectiveResult,
  HardenInput,
  RetireInput,
  SetDirectiveInput,
} from "../app/change-directive.js";
import type { ChangeLessonInput, ChangeLessonResult } from "../app/change-lesson.js";
import type { Context } from "../app/context.js";
import type { AddLessonInput } from "../app/directive-input.js";
import type { HardenQuarantineInput, HardenQuarantineResult } from "../app/harden-quarantine.js";
import type { LessonsResult, ListLessonsInput } from "../app/lessons.js";
import type { MotifsResult } from "../app/motifs.js";
import type { ShareLessonInput, ShareLessonResult } from "../app/share-lesson.js";
import { once } from "./once.js";

/** The lessons themselves, and what a person does with them. */
export interface LessonVerbs {
  /** Brings in a directive. */
  add(input: AddLessonInput): Promise<AddLessonResult>;
  /** Makes a directive checkable by hand. */
  harden(input: HardenInput): Promise<ChangeDirectiveResult>;
  /** Works through the quarantine with a language model, if one is switched on. */
  hardenQuarantine(input?: HardenQuarantineInput): Promise<HardenQuarantineResult>;
  retire(input: RetireInput): Promise<ChangeDirectiveResult>;
  activate(input: ActivateInput): Promise<ChangeDirectiveResult>;
  /** A person sets the weight of a directive. */
  set(input: SetDirectiveInput): Promise<ChangeDirectiveResult>;
  /** Copies a directive to another project, or from one. */
  share(input: ShareLessonInput): Promise<ShareLessonResult>;
  /** Failures that came back in several tasks, as proposals for a person. */
  motifs(): Promise<MotifsResult>;
  list(input?: ListLessonsInput): Promise<LessonsResult>;
  promote(input: ChangeLessonInput): Promise<ChangeLessonResult>;
  deprecate(input: ChangeLessonInput): Promise<ChangeLessonResult>;
  reset(input: ChangeLessonInput): Promise<ChangeLessonResult>;
}

const loaded = {
  addLesson: once(() => import("../app/add-lesson.js")),
  changeDirective: once(() => import("../app/change-directive.js")),
  changeLesson: once(() => import("../app/change-lesson.js")),
  hardenQuarantine: once(() => import("../app/harden-quarantine.js")),
  lessons: once(() => import("../app/lessons.js")),
  motifs: once(() => import("../app/motifs.js")),
  shareLesson: once(() => import("../app/share-lesson.js")),
};

export function lessonVerbs(context: Context): LessonVerbs {
  return {
    add: async (input) => (await loaded.addLesson()).addLesson(context, input),
    harden: async (input) => (await loaded.changeDirective()).harden(context, input),
    hardenQuarantine: async (input) => (await loaded.hardenQuarantine()).hardenQuarantine(context, input),
    retire: async (input) => (await loaded.changeDirective()).retire(context, input),
    activate: async (input) => (await loaded.changeDirective()).activate(context, input),
    set: async (input) => (await loaded.changeDirective()).setDirective(context, input),
    share: async (input) => (await loaded.shareLesson()).shareLesson(context, input),
    motifs: async () => (await loaded.motifs()).motifs(context),
    list: async (input) => (await loaded.lessons()).listLessons(context, input),
    promote: async (input) => (await loaded.changeLesson()).changeLesson(context, "promote", input),
    deprecate: async (input) => (await loaded.changeLesson()).changeLesson(context, "deprecate", input),
    reset: async (input) => (await loaded.changeLesson()).changeLesson(context, "reset", input),
  };
}
