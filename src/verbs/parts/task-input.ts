import * as z from "zod/mini";
import { field } from "../call/field.js";

/** The task that is asked about. Any name that was recorded is one, whatever rules hold for new ones. */
export const taskInput = {
  taskId: field("The task's id.", z.string().check(z.minLength(1), z.maxLength(1_000))),
};
