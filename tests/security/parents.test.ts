import { afterAll, describe, expect, test } from "vitest";
import { addresses } from "../architecture/addresses.ts";
import { builtRoutes } from "../architecture/manifest.ts";
import { fill, thingsOf } from "../architecture/things.ts";
import { openLakeside } from "../support/lakeside.ts";
import { addParents } from "../support/parents.ts";

/**
 * Who sees which parent, by words that stand nowhere else: every page, file and loader is asked by everybody. Coaches
 * see no parent's address at all, and staff only the parents of their own teams (product.md#permissions).
 */
const cast = await openLakeside();
const { world, lakeside, riverside, hawks, otters, lynxes } = cast;
afterAll(() => world.close());

const things = await thingsOf(world, lakeside, hawks);
const ofOtters = await thingsOf(world, lakeside, otters);
await thingsOf(world, riverside, lynxes);
const sent = { issue: 1, sent_at: new Date(Date.now() - 7 * 86_400_000).toISOString() };
const [hawkParent] = await addParents(world, lakeside, hawks, 3, {
  ...{ name: "Hawkparent", domain: "hawks-canary.example", agreement: sent },
});
const [otterParent] = await addParents(world, lakeside, otters, 3, {
  ...{ name: "Otterparent", domain: "otters-canary.example", agreement: sent },
});
await world.platform.clubs.use(lakeside.code, (db) =>
  db
    .updateTable("contacts")
    .set({ email: "quinn@hawks-canary.example" })
    .where("name", "like", "Quinn%")
    .execute(),
);
const routes = await builtRoutes();
const neighbor = await world.signIn(riverside.adminAccount, riverside.code);

/** Every address that this visitor can ask for, with all that links lead to, and each loader alone. */
async function everything(cookie: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const found = addresses.filter(({ GET, path }) => GET && !path.includes("*"));
  const waiting = [
    "/dashboard",
    "/agreements?q=canary",
    "/agreements?q=otterpar",
    "/agreements?status=pending",
    ...found.flatMap((address) => [fill(address, things), fill(address, ofOtters)]),
    ...[hawkParent, otterParent].flatMap((parent) =>
      [
        "",
        "/edit",
        "/children",
        "/request",
        "/reminder",
        "/paper",
        "/erase",
        "/export.json",
        "/copy.pdf",
      ].map((page) => `/agreements/${parent?.agreementId}${page}`),
    ),
    ...found.map((address) => {
      const route = routes.find(({ path }) => path === address.path);
      const path = fill(address, things);
      return `${path}${path.includes("?") ? "&" : "?"}_data=${route?.id}`;
    }),
  ];
  for (let path = waiting.shift(); path && answers.size < 900; path = waiting.shift()) {
    if (answers.has(path)) continue;
    const answer = await world.ask(path, { cookie });
    const text = await answer.text();
    answers.set(path, `${answer.headers.get("Location") ?? ""} ${text}`);
    if (!answer.headers.get("Content-Type")?.includes("html")) continue;
    for (const [, to = ""] of text.matchAll(/href="(\/[^"#]*)/g)) {
      const next = to.replaceAll("&amp;", "&");
      if (/^\/(?:agreements|teams|email-collection|advanced-import)/.test(next)) waiting.push(next);
    }
  }
  return answers;
}

const pagesWith = (answers: Map<string, string>, word: RegExp) =>
  [...answers].filter(([, text]) => word.test(text)).map(([path]) => path);
const ANY_ADDRESS = /canary\.example/;
const OTTERS = /Otterparent|otters-canary/;

describe("the parents of a team", () => {
  test("are seen by its manager and by administrators, so that the words are there to be found", async () => {
    expect(pagesWith(await everything(cast.ada.cookie), OTTERS).length).toBeGreaterThan(5);
    const ofManager = await everything(cast.mia.cookie);
    expect(pagesWith(ofManager, /hawks-canary/).length).toBeGreaterThan(3);
    expect(pagesWith(ofManager, OTTERS)).toEqual([]);
  });

  test("have no address for their coach, and another team's have no name either", async () => {
    const answers = await everything(cast.dana.cookie);
    expect(pagesWith(answers, /Hawkparent/).length).toBeGreaterThan(0);
    expect(pagesWith(answers, ANY_ADDRESS)).toEqual([]);
    expect(pagesWith(answers, OTTERS)).toEqual([]);
  });

  test.each([
    ["a stranger", ""],
    ["another club's administrator", neighbor],
  ])("are nobody to %s", async (_, cookie) => {
    const answers = await everything(cookie);
    expect(answers.size).toBeGreaterThan(100);
    expect(pagesWith(answers, /Hawkparent|Otterparent|canary\.example/)).toEqual([]);
  });
});
