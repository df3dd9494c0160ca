import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { call } from "#tests/support/json-calls.ts";
import { openShop } from "#tests/support/shop.ts";
import { addresses } from "../../architecture/addresses.ts";

process.env.ADMIN_SETUP_KEY = "first-administrators-2026-key";
const shop = await openShop();
const { world } = shop;
afterAll(() => shop.close());

interface Operation {
  security: unknown[];
  requestBody?: { content: Record<string, { schema: z.core.JSONSchema.BaseSchema }> };
  responses: Record<
    string,
    { description: string; content: Record<string, { schema: z.core.JSONSchema.BaseSchema }> }
  >;
}
const served = await world.ask("/api/openapi.json");
const document = (await served.json()) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, z.core.JSONSchema.BaseSchema> };
  "x-problems": Record<string, string>;
};

/** Returns a schema of the document, with its references. */
function schemaOf(schema: z.core.JSONSchema.BaseSchema) {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? "")?.[1];
  return z.fromJSONSchema(
    (name ? document.components.schemas[name] : schema) as z.core.JSONSchema.JSONSchema,
  );
}

const club = await world.club("Documented");
const login = { clubCode: club.code, password: "Sideline-2026" };
const { token } = (await call(world, "/api/club/login", login)).body;
const staff = { email: "robin@goodside.example", password: "Sideline-Staff-9" };
const register = {
  ...{ firstName: "Robin", lastName: "Reyes", company: "", role: "moderator" },
  ...{ ...staff, setupKey: "first-administrators-2026-key" },
};
const subscription = {
  ...{ priceId: "standard", customerEmail: "pat@hilltop.example", customerName: "Pat Hill" },
  ...{ clubName: "Hilltop", playerCount: 240, state: "TX", city: "Austin", agreedToTerms: true },
};
const mail = { to: "new.coach@people.example", subject: "", html: "", type: "invitation" };

/** Good and bad answers of each call, in this order. */
const asked: [path: string, body: object, status: number, more?: { token: string }][] = [
  ["/api/club/login", login, 200],
  ["/api/club/login", { ...login, password: "Wrong-Password-1" }, 401],
  ["/api/club/login", {}, 422],
  ["/api/admin/register", register, 201],
  ["/api/admin/register", { ...register, setupKey: "wrong" }, 422],
  ["/api/admin/register", register, 409],
  ["/api/admin/login", staff, 200],
  ["/api/admin/login", { ...staff, password: "Wrong-Password-1" }, 401],
  ["/api/create-subscription", subscription, 200],
  ["/api/create-subscription", { ...subscription, clubName: club.name }, 409],
  ["/api/create-subscription", { ...subscription, state: "XX" }, 422],
  ["/api/send-team-email", mail, 202, { token }],
  ["/api/send-team-email", { ...mail, to: "nobody@people.example" }, 404, { token }],
  ["/api/send-team-email", mail, 401],
  ["/api/send-team-email", { ...mail, type: "prize" }, 422, { token }],
  ["/api/sign-out", {}, 200, { token }],
  ["/api/sign-out", {}, 401, { token }],
];

describe("the document", () => {
  test("the OpenAPI document is version 3.1, cacheable, and not sent twice", async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(served.headers.get("Cache-Control")).toBe("public, max-age=3600");
    const etag = served.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await world.ask("/api/openapi.json", { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  });

  test("the OpenAPI document has every call under /api, with its method", () => {
    const routes = addresses
      .filter(({ path }) => path.startsWith("/api/") && path !== "/api/*")
      .map(({ path, POST }) => `${POST ? "post" : "get"} ${path}`);
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(routes.sort());
    const tried = new Set(asked.map(([path]) => path));
    expect([...tried, "/api/openapi.json"].sort()).toEqual(Object.keys(document.paths).sort());
  });

  test("the OpenAPI document lists the calls that need a token", () => {
    const needing = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post && post.security.length > 0 ? [path] : [],
    );
    expect(needing).toEqual(["/api/send-team-email", "/api/sign-out"]);
  });

  test("the OpenAPI document explains each problem that a call names", () => {
    const kinds = new Set(
      Object.values(document.paths)
        .flatMap(({ post }) => Object.entries(post?.responses ?? {}))
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([, { description }]) => (description.split(": ")[1] ?? "").split(", ")),
    );
    expect(kinds.size).toBeGreaterThan(8);
    for (const kind of kinds) expect(document["x-problems"]).toHaveProperty(kind);
  });
});

describe("each call answers what the document says", () => {
  test("the calls have a recipient to write to", async () => {
    const team = await world.team(club, "Hawks");
    const cookie = await world.signIn(club.adminAccount, club.code);
    const form = { email: mail.to, role: "coach", coachRole: "head" };
    expect((await world.ask(`/teams/${team}/invite`, { cookie, form })).status).toBe(303);
  });

  test.each(asked)("%s %j: %i", async (path, body, status, more = { token: "" }) => {
    const operation = document.paths[path]?.post;
    const answer = await call(world, path, body, more);
    expect(answer.status).toBe(status);
    const type = answer.headers.get("Content-Type")?.split(";")[0] ?? "";
    const said = operation?.responses[status]?.content[type]?.schema;
    if (!said) throw new Error(`${path} does not document ${status} as ${type}`);
    expect(schemaOf(said).safeParse(answer.body).error).toBeUndefined();
    if (status < 400) return;
    const kind = answer.body.type.split("#/x-problems/")[1];
    expect(document["x-problems"]).toHaveProperty(kind);
  });

  test("the OpenAPI document accepts what a call accepts, and refuses what it refuses as invalid", () => {
    for (const [path, body, status] of asked) {
      const said = document.paths[path]?.post?.requestBody?.content["application/json"]?.schema;
      if (!said) continue;
      const { success } = schemaOf(said).safeParse(body);
      if (status < 300) expect([path, body, success]).toEqual([path, body, true]);
      const unknown = schemaOf(said).safeParse({ ...body, unknown: 1 });
      expect([path, unknown.success]).toEqual([path, false]);
    }
  });
});
