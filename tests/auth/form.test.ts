import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside } = cast;
afterAll(() => world.close());

const { clubForm, staffForm, versionBy } = await import("#app/auth/form.server.ts");
const { notFound } = await import("#app/auth/guards.server.ts");
const { TooBusy } = await import("#app/domain/control/passwords/password.server.ts");
const { rememberBrowser } = await import("#app/auth/known-browser.server.ts");

type Outcome =
  | { ok: true; id: string }
  | { ok: false; problem: "stale"; stored: { text: string } }
  | { ok: false; problem: "not-found" | "closed" | "taken" | "elsewhere" };
const change = vi.fn(async (): Promise<Outcome> => ({ ok: true, id: "7" }));
const find = vi.fn(async (): Promise<{ id: string } | undefined> => ({ id: "7" }));
beforeEach(() => {
  change.mockReset().mockResolvedValue({ ok: true, id: "7" });
  find.mockReset().mockResolvedValue({ id: "7" });
});

const schema = z.object({
  text: z.string().max(20, "Write less").default(""),
  version: z.string().default(""),
});
const LONG = "More than twenty characters";
const form = clubForm({
  may: "club.manage",
  schema,
  keeps: { text: "What you wrote" },
  find,
  change,
  version: versionBy(() => "newer", { text: { label: "Text" } }),
  problems: ({ problem }) =>
    problem === "elsewhere"
      ? ["/elsewhere", "It is there.", "bad"]
      : { closed: "It is closed", taken: { text: "It is taken" } }[problem],
  saved: ({ id }) => [`/saved/${id}`, "Saved."],
});
const load = form.loader(({ found }) => ({ id: found.id }));

/** Builds the arguments of a loader or an action, as Remix passes them. */
function args(options: { cookie?: string; typed?: Record<string, string> }) {
  const finished: (() => void)[] = [];
  const { cookie = cast.ada.cookie, typed } = options;
  return {
    params: {},
    context: {
      requestId: "test",
      clientIp: "127.0.0.1",
      note: () => {},
      onFinish: (done: () => void) => finished.push(done),
    } as never,
    request: new Request("http://goodside.test/things/7", {
      headers: { Cookie: cookie },
      ...(typed ? { method: "POST", body: new URLSearchParams(typed) } : {}),
    }),
  };
}
const send = (typed: Record<string, string>, cookie?: string): Promise<Response> =>
  form.action(args({ cookie, typed })).catch((error: unknown) => error as Response);
const page = async () => (await load(args({}))).json();

describe("a club's form", () => {
  test("a club's form redirects with a message once it is saved", async () => {
    const answer = await send({ text: "Hello" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/saved/7");
    expect(answer.headers.get("Set-Cookie")).toContain("flash=");
    expect(change).toHaveBeenCalledWith(
      expect.objectContaining({ found: { id: "7" }, value: { text: "Hello", version: "" } }),
    );
  });

  test("a club's form keeps the typed values when a field or the change refuses it", async () => {
    const invalid = await send({ text: LONG, version: "1" });
    expect(invalid.status).toBe(422);
    expect(await invalid.json()).toEqual({
      values: { text: LONG, version: "1" },
      errors: { text: "Write less" },
    });
    expect(change).not.toHaveBeenCalled();

    change.mockResolvedValue({ ok: false, problem: "closed" });
    expect(await (await send({ text: "Hello" })).json()).toMatchObject({
      values: { text: "Hello" },
      errors: { "": "It is closed" },
    });
    change.mockResolvedValue({ ok: false, problem: "taken" });
    expect(await (await send({ text: "Hello" })).json()).toMatchObject({ errors: { text: "It is taken" } });
    change.mockResolvedValue({ ok: false, problem: "elsewhere" });
    expect((await send({ text: "Hello" })).headers.get("Location")).toBe("/elsewhere");
  });

  test("a club's form shows both values and takes the newer version if it was filled from an older one", async () => {
    change.mockResolvedValue({ ok: false, problem: "stale", stored: { text: "Theirs" } });
    const answer = await send({ text: "Mine", version: "older" });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      values: { text: "Mine" },
      stale: { version: "newer", differences: [{ label: "Text", typed: "Mine", stored: "Theirs" }] },
    });
  });

  test("a club's form shows the typed values if its subject is gone, before or during saving", async () => {
    find.mockResolvedValue(undefined);
    const gone = await send({ text: "Hello" });
    expect(gone.status).toBe(404);
    expect(await gone.json()).toEqual({ lost: [{ label: "What you wrote", value: "Hello" }] });
    expect(change).not.toHaveBeenCalled();
    expect(await load(args({})).catch((error) => error.status)).toBe(404);

    find.mockResolvedValue({ id: "7" });
    change.mockResolvedValue({ ok: false, problem: "not-found" });
    expect(await (await send({ text: "Hello" })).json()).toEqual({
      lost: [{ label: "What you wrote", value: "Hello" }],
    });
    find.mockRejectedValue(notFound());
    expect((await send({ text: "" })).status).toBe(404);
  });

  test("a club's form keeps the typed values after the session ended, fills them in again, and forgets them once saved", async () => {
    const browser = (await rememberBrowser(new Request("http://goodside.test/"), [cast.ada.id])).split(
      ";",
    )[0];
    const sent = await send({ text: "Typed late" }, browser);
    expect(sent.headers.get("Location")).toContain("message=kept");
    expect(await page()).toMatchObject({ id: "7", kept: { values: { text: "Typed late" }, kept: true } });
    expect((await send({ text: "Typed late" })).status).toBe(303);
    expect(await page()).toEqual({ id: "7", kept: null });
  });

  test("a club's form is closed to users without the right", async () => {
    expect((await send({ text: "Hello" }, cast.mia.cookie)).status).toBe(403);
    expect(change).not.toHaveBeenCalled();
  });

  test("a club's form changes nothing in a read-only club, and keeps the typed values", async () => {
    const ends = (at: string) =>
      world.control
        .updateTable("clubs")
        .set({ term_ends_at: at })
        .where("code", "=", lakeside.code)
        .execute();
    const { term_ends_at: before } = await world.control
      .selectFrom("clubs")
      .select("term_ends_at")
      .where("code", "=", lakeside.code)
      .executeTakeFirstOrThrow();
    await ends(new Date(Date.now() - 86_400_000).toISOString());
    const answer = await send({ text: "Hello" });
    expect(answer.status).toBe(402);
    expect(await answer.json()).toMatchObject({
      lost: [{ label: "What you wrote", value: "Hello" }],
      readOnly: { kept: true },
    });
    expect(change).not.toHaveBeenCalled();
    await ends(before);
  });

  test("a club's form is refused with the typed values while too many passwords are being hashed", async () => {
    change.mockRejectedValue(new TooBusy());
    const answer = await send({ text: "Hello" });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ values: { text: "Hello" } });
  });
});

test("a form without a schema reads no fields, and may redirect without a message", async () => {
  const button = clubForm({ may: "club.manage", change: async () => {}, saved: () => "/done" });
  const answer = await button.action(args({ typed: { text: "Hello" } }));
  expect([answer.status, answer.headers.get("Location"), answer.headers.get("Set-Cookie")]).toEqual([
    303,
    "/done",
    null,
  ]);
});

test("a form of the platform's staff redirects strangers to their sign-in", async () => {
  const staffOnly = staffForm({ may: "manage_clubs", change: async () => {}, saved: () => "/done" });
  const answer = await staffOnly.action(args({ typed: {} })).catch((error: unknown) => error as Response);
  expect(answer.headers.get("Location")).toContain("/admin/login");
});
