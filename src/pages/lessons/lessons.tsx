import type { Result } from "../../verbs/frame/handle.js";
import { defineView } from "../view.js";

export const lessons = defineView<Result<"lessons list">>({
  title: "Lessons",
  load: (call) => call("lessons list", { limit: 50 }),
  Body: ({ data }) => (
    <>
      <h1>Lessons</h1>
      <ul>
        {data.lessons.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </>
  ),
});
