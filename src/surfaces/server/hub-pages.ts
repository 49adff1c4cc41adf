import type { Context, Next } from "hono";
import { hubDoorOf } from "../pages/document.js";
import { placeOf } from "../pages/place.js";
import { answerAsset, pageHeaders, readPageAssets } from "./page-assets.js";

/**
 * The pages of a hub, for a browser that comes without a key. They hold no data: the page asks for the key and
 * calls the verbs with it, as every other caller does. So a hub keeps no sign-ins, and has no cookie that another
 * page could use.
 */
export function hubPages(): (c: Context, next: Next) => Promise<Response | undefined> {
  const assets = readPageAssets();
  const door = hubDoorOf(assets);
  return async (c, next) => {
    const { path, method } = c.req;
    const asset = assets.files.get(path);
    if (method === "GET" && asset !== undefined) return answerAsset(c, asset.body, asset.type);
    const wantsPage = c.req.header("authorization") === undefined && accepts(c.req.header("accept"));
    if (method === "GET" && wantsPage && (path === "/" || placeOf(path) !== undefined))
      return c.html(door, 200, pageHeaders());
    await next();
    return undefined;
  };
}

function accepts(header = ""): boolean {
  return header.includes("text/html");
}
