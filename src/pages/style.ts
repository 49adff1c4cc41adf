import { chartStyle, pageColours } from "../app/page-colours.js";
import { frameStyle } from "./frame-style.js";
import { lessonsStyle } from "./lessons/lessons-style.js";
import { todayStyle } from "./today/today-style.js";

/** The whole style; the build writes it into a file, because a page runs nothing inline. */
export const style = [pageColours, chartStyle, frameStyle, todayStyle, lessonsStyle].join("\n");
