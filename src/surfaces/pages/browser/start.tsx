import { hydrate } from "preact";
import type { PageState } from "../page-state.js";
import { App } from "./app.js";
import { startOnHub } from "./hub-start.js";
import { signIn, takeCode } from "./sign-in.js";

const code = takeCode();
const state = document.getElementById("state")?.textContent;
const page = document.getElementById("page");
if (code !== undefined) await signIn(code);
else if (page !== null && document.getElementById("hub") !== null) startOnHub(page);
else if (page !== null && typeof state === "string")
  hydrate(<App initial={JSON.parse(state) as PageState} />, page);
