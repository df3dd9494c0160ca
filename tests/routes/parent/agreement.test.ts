import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { AGREEMENT_VERSION, agreementBlocks } from "#app/domain/values/agreement-text/catalogue.ts";
import { openLakeside } from "../../support/lakeside.ts";
import { linkOf, parentLink, setAgreement, setClub } from "../../support/parent-link.ts";

const { world, lakeside, hawks, otters, riverside, lynxes } = await openLakeside();
afterAll(() => world.close());

const past = new Date(Date.now() - 86_400_000).toISOString();
const children = [
  { name: "Sam", teamId: hawks },
  { name: "Lucy", teamId: otters },
];
const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await world.ask(path, { headers });
  return { answer, html: await answer.text() };
};
const teams = (html: string) => [...html.matchAll(/name="teams"([^>]*)/g)].map(([, rest = ""]) => rest);

/** Returns all rows of the club's tables that opening a page could change. */
const rowsOf = (clubCode: string) =>
  world.platform.clubs.use(clubCode, async (db) =>
    JSON.stringify(
      await Promise.all(
        (
          [
            "agreements",
            "agreement_events",
            "agreement_mails",
            "contacts",
            "children",
            "evidence_records",
            "outbox",
          ] as const
        ).map((table) => db.selectFrom(table).selectAll().execute()),
      ),
    ),
  );

// product/agreements.md#public-agreement
describe("the page behind an agreement's link", () => {
  test("the agreement's page shows the whole text and the form, filled with the data on file", async () => {
    const { path } = await parentLink(world, lakeside, { name: "Pat Parent", children });
    const { answer, html } = await page(path);
    expect(answer.status).toBe(200);
    expect(html).toContain('<html lang="en-US">');
    expect(html).toContain("What we leave out");
    expect(html).toContain("I will treat referees with respect");
    expect(html).toContain('value="Pat Parent"');
    expect(html).toContain('value="Lucy, Sam"');
    expect(teams(html).map((box) => box.includes("checked"))).toEqual([true, true]);
    expect(html).not.toContain("Lynxes");
  });

  test("the agreement's page has every part of the text in its order, two of them collapsed, and the signature under the statements", async () => {
    const { path } = await parentLink(world, lakeside, { name: "Pat Parent", children });
    const { html } = await page(path);
    const shown = html.replaceAll("&#x27;", "'");
    const blocks = agreementBlocks("en", {
      clubName: lakeside.name,
      ownParagraph: "",
      version: AGREEMENT_VERSION,
    });
    let at = 0;
    for (const { text } of blocks) {
      at = shown.indexOf(text, at);
      expect(at, text).toBeGreaterThan(0);
    }
    const folded = [...html.matchAll(/<details class="fold"><summary><h2>([^<]*)/g)].map(([, text]) => text);
    expect(folded).toEqual(["What is kept about you, and why", "Signing electronically"]);
    const after = html.slice(html.indexOf('name="modelBehavior"'));
    expect(/<input[^>]* name="(\w+)"/.exec(after)?.[1]).toBe("digitalSignature");
  });

  test("the agreement's page shows the signer as facts if the club knows them, and as fields otherwise or after an error", async () => {
    const known = await parentLink(world, lakeside, { name: "Pat Parent", children });
    const fields = (html: string) => html.indexOf('name="parentName"');
    const { html } = await page(known.path);
    expect(html).toContain("<dd>Pat Parent</dd>");
    expect(html.lastIndexOf("<details>", fields(html))).toBeGreaterThan(html.indexOf('id="sign"'));
    const refused = await world.ask(known.path, { form: { intent: "sign" } });
    for (const open of [await refused.text(), (await page((await parentLink(world, lakeside)).path)).html])
      expect(open.slice(open.indexOf('id="sign"'), fields(open))).not.toContain("<details>");
  });

  test("the agreement's page is not stored, not indexed, sets no cookie and loads nothing else", async () => {
    const { path } = await parentLink(world, lakeside);
    const { answer, html } = await page(path);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(/<script|<img|<link rel="stylesheet"|@import|url\(/i.test(html)).toBe(false);
  });

  test.each(["en", "es"])(
    "the agreement's page takes at most 9,000 bytes in %s, with twelve teams",
    async (lang) => {
      const club = await world.club(`Twelve ${lang}`);
      for (let team = 1; team <= 12; team += 1) await world.team(club, `Team number ${team}`);
      const { path } = await parentLink(world, club, { language: "es" });
      const { html } = await page(`${path}?lang=${lang}`);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
      expect(brotliCompressSync(html, quality).length).toBeLessThan(9_000);
      expect(gzipSync(html).length).toBeLessThan(14_000);
    },
  );

  test("the agreement's page stays below 14,000 bytes for a club with 200 teams, which it collapses", async () => {
    const club = await world.club("Two Hundred");
    const rows = Array.from({ length: 200 }, (_, index) => `U-${6 + (index % 13)} Group ${index + 1}`);
    const ids: string[] = [];
    for (const name of rows) ids.push(await world.team(club, name));
    const mine = { name: "Sam", teamId: ids[7] ?? null };
    const { path } = await parentLink(world, club, { children: [mine] });
    const { html } = await page(path);
    expect(gzipSync(html).length).toBeLessThan(14_600);
    expect(html.lastIndexOf("<details>")).toBeGreaterThan(html.indexOf(`value="${mine.teamId}"`));
    expect(teams(html)).toHaveLength(200);
  });

  test("the agreement's page is in the language of the link, then on file, then of the browser", async () => {
    const english = await parentLink(world, lakeside);
    const spanish = await parentLink(world, lakeside, { language: "es" });
    const inSpanish = async (path: string, accept = "") =>
      (await page(path, { "Accept-Language": accept })).html.includes('<html lang="es-US">');
    expect(await inSpanish(`${english.path}?lang=es`, "en")).toBe(true);
    expect(await inSpanish(english.path, "es-MX,es;q=0.9")).toBe(true);
    expect(await inSpanish(english.path, "en-US")).toBe(false);
    expect(await inSpanish(spanish.path, "en-US")).toBe(true);
    expect(await inSpanish(`${spanish.path}?lang=en`, "es")).toBe(false);
    const { html } = await page(`${english.path}?lang=es`);
    expect(html).toContain(`href="${english.path}?lang=en"`);
    expect(html).toContain(">Read in English</a>");
    expect((await page(`${english.path}?lang=en`)).html).toContain(">Leer en español</a>");
    expect(html).toContain("Ir al contenido");
    // Its words are Spanish; the page that it links to is not.
    expect(html).toContain('<a href="/privacy" hrefLang="en">Política de privacidad');
    expect(html).toContain("<title>Acuerdo de conducta en los partidos · Goodside</title>");
  });

  test("the agreement's page has the club's own words as text, not as markup", async () => {
    const club = await world.club("Own Words");
    await setClub(world, club, { agreement_text: "<b>Park</b> at the school.\n\nBring chairs." });
    const { html } = await page((await parentLink(world, club)).path);
    expect(html).toContain("<p>&lt;b&gt;Park&lt;/b&gt; at the school.</p><p>Bring chairs.</p>");
  });

  test("the agreement's page has the club's own words in their language only, and leaves them out otherwise", async () => {
    const club = await world.club("Two Tongues");
    const { path } = await parentLink(world, club);
    await setClub(world, club, { agreement_text: "Park at the school." });
    expect((await page(`${path}?lang=en`)).html).toContain("Park at the school.");
    expect((await page(`${path}?lang=es`)).html).not.toContain("Park at the school.");
    await setClub(world, club, { agreement_text_es: "Estacione en la escuela." });
    const { html } = await page(`${path}?lang=es`);
    expect(html).toContain("<p>Estacione en la escuela.</p>");
    expect(html).not.toContain("Park at the school.");
    expect((await page(`${path}?lang=en`)).html).not.toContain("Estacione");
  });

  test("the agreement's page changes nothing when it is opened, by anybody and however often", async () => {
    const { path, agreementId } = await parentLink(world, lakeside, { children });
    const before = await rowsOf(lakeside.code);
    for (const view of [{}, { status: "signed" }, { status: "expired" }, { status: "declined" }] as const) {
      await setAgreement(world, lakeside, agreementId, { status: "pending", ...view });
      for (const part of ["", "/data", "/decline", "/withdraw", "/stop", "/copy.pdf"]) {
        await page(`${path}${part}`, { "User-Agent": "Mozilla/5.0 (scanner)", Purpose: "prefetch" });
        await world.ask(`${path}${part}`, { method: "HEAD" });
      }
    }
    await setAgreement(world, lakeside, agreementId, { status: "pending" });
    expect(await rowsOf(lakeside.code)).toBe(before);
  });
});

describe("'Link opened' in the history", () => {
  const opened = (agreementId: string) =>
    world.platform.clubs.use(lakeside.code, (db) =>
      db
        .selectFrom("agreement_events")
        .select("kind")
        .where("agreement_id", "=", agreementId)
        .where("kind", "=", "opened")
        .execute(),
    );
  const post = (path: string, fields: Record<string, string>) =>
    world.ask(path, { method: "POST", body: new URLSearchParams(fields) });

  test.each([
    ["", { intent: "sign", parentName: "Pat" }],
    ["/stop", { do: "stop" }],
    ["/data", { intent: "correct" }],
  ] as [string, Record<string, string>][])(
    "'Link opened' in the history comes with the first form of a person, once (%s)",
    async (part, fields) => {
      const { path, agreementId } = await parentLink(world, lakeside);
      for (const _ of [1, 2]) await post(`${path}${part}`, fields);
      expect(await opened(agreementId)).toHaveLength(1);
    },
  );

  test("'Link opened' comes neither with a mail program's own post nor at an older link", async () => {
    const { path, agreementId } = await parentLink(world, lakeside);
    await post(`${path}/stop`, { "List-Unsubscribe": "One-Click" });
    await setAgreement(world, lakeside, agreementId, { issue: 2 });
    await post(`${path}/data`, { intent: "correct" });
    expect(await opened(agreementId)).toEqual([]);
  });
});

describe("the views of a link", () => {
  test("a signed agreement's page gives the time on the club's clock, at its older links too", async () => {
    const { path, agreementId } = await parentLink(world, lakeside, { name: "Pat Parent" });
    const signed_at = "2026-11-22T00:05:00.000Z";
    await setAgreement(world, lakeside, agreementId, { status: "signed", signed_at, issue: 2 });
    const { answer, html } = await page(path);
    expect(answer.status).toBe(200);
    expect(html).toContain("Signed on November 21, 2026 at 6:05 PM CT.");
    expect(html).toContain(`${path}/copy.pdf`);
    expect((await page(`${path}?lang=es`)).html).toMatch(
      /Firmado el 21 de noviembre de 2026 a las 6:05\sp\.m\. CT/,
    );
  });

  test("an agreement signed on paper has no copy to open", async () => {
    const { path, agreementId } = await parentLink(world, lakeside);
    await setAgreement(world, lakeside, agreementId, { status: "signed", signed_at: past, paper: 1 });
    const { html } = await page(path);
    expect(html).toContain("Signed on paper and entered by Lakeside FC");
    expect(html).not.toContain("copy.pdf");
  });

  test("an agreement expires as soon as its time is over, before any job has run", async () => {
    const { path, agreementId } = await parentLink(world, lakeside);
    await setAgreement(world, lakeside, agreementId, { expires_at: past });
    const { html } = await page(path);
    expect(html).toContain("This link has expired");
    expect(html).toContain("Ask Lakeside FC for a new link");
    expect(html).not.toContain('name="digitalSignature"');
  });

  test("an older link points to the newer email", async () => {
    const { path, agreementId } = await parentLink(world, lakeside);
    await setAgreement(world, lakeside, agreementId, { issue: 2 });
    expect((await page(path)).html).toContain("A newer email has a newer link");
    const token = await linkOf(world, lakeside, agreementId, 2);
    expect((await page(`/parent/agreement/${token}`)).html).toContain('name="digitalSignature"');
  });

  test.each([
    ["declined", "You have not signed", "Read it again and sign"],
    ["withdrawn", "Your signature is withdrawn", "Ask Lakeside FC for a new link"],
  ] as const)("%s is explained, with the way back", async (status, title, way) => {
    const { path, agreementId } = await parentLink(world, lakeside);
    await setAgreement(world, lakeside, agreementId, { status, closed_at: past });
    const { html } = await page(path);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(way);
  });

  test.each(["x", "a".repeat(43), "../../dashboard", "%00", "a".repeat(5_000)])(
    "an unknown link is refused: %.20s",
    async (token) => {
      const { answer, html } = await page(`/parent/agreement/${encodeURIComponent(token)}`);
      expect(answer.status).toBe(404);
      expect(html).toContain("This link does not work");
      expect(html).not.toContain("Lakeside");
    },
  );

  test("a link is unknown if the club's file is older than the link, or the person was erased", async () => {
    const restored = await parentLink(world, lakeside);
    await setAgreement(world, lakeside, restored.agreementId, { issue: 0 });
    expect((await page(restored.path)).answer.status).toBe(404);
    const erased = await parentLink(world, lakeside, { name: "Erased Ernie" });
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("contacts").set({ erased_at: past }).where("id", "=", erased.contactId).execute(),
    );
    const { answer, html } = await page(`${erased.path}/data`);
    expect(answer.status).toBe(404);
    expect(html).not.toContain("Ernie");
  });

  test("a suspended club takes no signature, and stored data can still be seen", async () => {
    const club = await world.club("Paused SC");
    const { path } = await parentLink(world, club, { name: "Pat Parent" });
    await world.control
      .updateTable("clubs")
      .set({ status: "suspended" })
      .where("code", "=", club.code)
      .execute();
    const { html } = await page(path);
    expect(html).toContain("Paused SC takes no signatures right now");
    expect(html).not.toContain('name="digitalSignature"');
    expect((await page(`${path}/data`)).html).toContain("Pat Parent");
  });
});

describe("asking for a new link", () => {
  const ask = (path: string) => world.ask(path, { form: { intent: "ask" } });
  const noticesOf = (agreementId: string) =>
    world.control
      .selectFrom("mails")
      .select("to_address")
      .where("key", "like", `agreement-notice:${agreementId}%`)
      .execute();

  test("asking for a new link notifies the club once, however often the button is pressed", async () => {
    const { path, agreementId } = await parentLink(world, lakeside);
    await setAgreement(world, lakeside, agreementId, { status: "expired", expires_at: past });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(path)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect((await page(path)).html).toContain("Lakeside FC knows that you would like a new link");
    expect(await noticesOf(agreementId)).toEqual([{ to_address: `admin@${lakeside.code}.example` }]);
  });

  test("asking for a new link does nothing while the link can be signed", async () => {
    const { path, agreementId } = await parentLink(world, lakeside);
    expect((await ask(path)).status).toBe(303);
    expect(await noticesOf(agreementId)).toEqual([]);
  });
});

describe("the short address", () => {
  test("the short address redirects to the page, uncached", async () => {
    const { path, token } = await parentLink(world, lakeside);
    const answer = await world.ask(`/agreement/${token}?lang=es`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(`${path}?lang=es`);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

// product/agreements.md#parents-data
describe("what is kept of a parent", () => {
  const form = (path: string, values: Record<string, string>) => world.ask(`${path}/data`, { form: values });
  const filled = async (path: string) => {
    const { html } = await page(`${path}/data`);
    const [correction = ""] = html.split('value="erase"');
    const inputs = [...correction.matchAll(/<input[^>]*>/g)].map(String);
    const of = (input: string, attribute: string) =>
      new RegExp(`${attribute}="([^"]*)"`).exec(input)?.[1] ?? "";
    return Object.fromEntries(inputs.map((input) => [of(input, "name"), of(input, "value")]));
  };

  test("a parent sees all of their stored data, and nothing of another family or club", async () => {
    await parentLink(world, lakeside, { name: "Other Olga", children: [{ name: "Olly", teamId: hawks }] });
    await parentLink(world, riverside, { name: "Rae", children: [{ name: "Remy", teamId: lynxes }] });
    const { path } = await parentLink(world, lakeside, {
      name: "Pat Parent",
      email: "pat@parents.example",
      children,
    });
    const { html } = await page(`${path}/data`);
    for (const text of [
      "Pat Parent",
      "pat@parents.example",
      "Sam (Hawks)",
      "Lucy (Otters)",
      "Entered by the club on",
    ])
      expect(html).toContain(text);
    for (const text of ["Olga", "Olly", "Rae", "Remy", "Lynxes"]) expect(html).not.toContain(text);
  });

  test("a parent corrects name, address and players, and the history names the changes", async () => {
    const { path, contactId, agreementId } = await parentLink(world, lakeside, { children });
    const values = await filled(path);
    const player = Object.keys(values).find((name) => values[name] === "Sam") ?? "";
    const lucy = Object.keys(values).find((name) => values[name] === "Lucy") ?? "";
    const answer = await form(path, {
      ...values,
      parentName: "Pat Parent-Ruiz",
      parentEmail: "new.pat@parents.example",
      [player]: "S. R.",
      [lucy]: "",
      newPlayer: "Max",
    });
    expect(answer.headers.get("Location")).toBe(`${path}/data?lang=en&saved=yes`);
    const stored = await world.platform.clubs.use(lakeside.code, async (db) => ({
      contact: await db
        .selectFrom("contacts")
        .select(["name", "email"])
        .where("id", "=", contactId)
        .executeTakeFirst(),
      players: await db
        .selectFrom("children")
        .select("name")
        .where("contact_id", "=", contactId)
        .orderBy("name")
        .execute(),
      events: await db
        .selectFrom("agreement_events")
        .select("detail")
        .where("agreement_id", "=", agreementId)
        .where("kind", "=", "corrected")
        .execute(),
    }));
    expect(stored.contact).toEqual({ name: "Pat Parent-Ruiz", email: "new.pat@parents.example" });
    expect(stored.players.map(({ name }) => name)).toEqual(["Max", "S. R."]);
    expect(stored.events.map(({ detail }) => detail).sort()).toEqual(["name and address", "players"]);
  });

  test("a parent's correction neither overwrites the club's later change nor takes another parent's address", async () => {
    const { path, contactId } = await parentLink(world, lakeside, { name: "Pat" });
    await parentLink(world, lakeside, { email: "taken@parents.example" });
    const values = await filled(path);
    const taken = await form(path, { ...values, parentEmail: "Taken@parents.example" });
    expect(taken.status).toBe(422);
    expect(await taken.text()).toContain("already belongs to another parent");
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("contacts").set({ name: "Patricia" }).where("id", "=", contactId).execute(),
    );
    const stale = await form(path, { ...values, parentName: "Pat P." });
    expect(stale.status).toBe(422);
    expect(await stale.text()).toContain("This was changed in the meantime");
  });

  test("a parent cannot correct another parent's child", async () => {
    const other = await parentLink(world, lakeside, { children: [{ name: "Olly", teamId: hawks }] });
    const olly = await filled(other.path);
    const { path } = await parentLink(world, lakeside, { children });
    await form(path, {
      ...(await filled(path)),
      ...Object.fromEntries(
        Object.keys(olly)
          .filter((name) => name.startsWith("player-"))
          .map((name) => [name, "Gone"]),
      ),
    });
    expect(Object.values(await filled(other.path))).toContain("Olly");
  });
});
