import type { Result } from "../../verbs/frame/handle.js";
import { defineView } from "../view.js";

export const today = defineView<Result<"status">>({
  title: "Today",
  load: (call) => call("status", {}),
  Body: ({ data }) => <h1>{data.project.key}</h1>,
});
