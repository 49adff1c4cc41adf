import { lessons } from "./lessons/lessons.js";
import type { ViewName } from "./place.js";
import { today } from "./today/today.js";
import type { View } from "./view.js";

/** Every view by its name. */
export const views: Readonly<Record<ViewName, View<unknown>>> = { today, lessons };
