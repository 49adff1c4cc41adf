import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { serverInTemp } from "../../../tests/support/server.js";
import { outcome } from "../../../tests/support/whetstone.js";
import { openApi } from "./openapi.js";
import { verbRoutes } from "./verbs.js";

interface Document {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, Response> }>
  >;
  readonly components: { readonly schemas: Record<string, object> };
}

interface Response {
  readonly content?: Record<string, { schema: { readonly $ref?: string } }>;
}

const document = (await openApi("1.2.3", ["claude-code"])) as unknown as Document;

function refsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === "$ref" ? [String(each)] : refsIn(each)));
}

describe("the OpenAPI document", () => {
  it("the OpenAPI document holds every verb once, each with its own id", () => {
    for (const route of verbRoutes().keys()) expect(document.paths[`/v1/${route}`]).toHaveProperty("post");
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((each) => each.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it("the OpenAPI document refers only to its own schemas, by allowed names", () => {
    const refs = refsIn(document);
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of refs) {
      const found = ref
        .slice(2)
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect({ ref, found: typeof found }).toEqual({ ref, found: "object" });
    }
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[\w.-]+$/);
  });

  it("the OpenAPI document describes what the routes answer", async () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, "doc");
    const { call, project } = await serverInTemp();
    const root = project("one");
    await call("/v1/record", {
      root,
      ...outcome({ strategy: "Split by feature", adaptersUsed: ["github"], criteria: ["safe"] }),
    });
    const calls: [string, object][] = [
      ["plan", { task: "Add OAuth" }],
      ["record", outcome({ result: "failure", strategy: "Split by file" })],
      ["status", { config: true }],
      ["policy", { adapter: "github" }],
      ["report", {}],
      ["doctor", {}],
      ["lessons/list", {}],
      ["brief", { role: "coder", phase: "build" }],
      ["gate", { phase: "build" }],
    ];
    for (const [verb, input] of calls) {
      const schema =
        document.paths[`/v1/${verb}`]?.post?.responses["200"]?.content?.["application/json"]?.schema;
      const { status, body } = await call(`/v1/${verb}`, { root, ...input });
      const valid = ajv.validate(
        schema?.$ref === undefined ? { ...schema } : { $ref: `doc${schema.$ref}` },
        body,
      );
      expect({ verb, status, valid, errors: ajv.errors }).toEqual({
        verb,
        status: 200,
        valid: true,
        errors: null,
      });
    }
  });

  it("the OpenAPI document is served", async () => {
    const { call } = await serverInTemp();
    expect(await call("/openapi.json")).toMatchObject({
      status: 200,
      body: { openapi: "3.1.0", info: { version: "0.0.1" } },
    });
  });
});
