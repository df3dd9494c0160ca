import { afterAll, describe, expect, test } from "vitest";
import { charactersRead } from "#tests/support/characters-read.ts";
import { openLakeside } from "../../support/lakeside.ts";
import { linkOf, type ParentLink, parentLink, setAgreement, setClub } from "../../support/parent-link.ts";

const { world, lakeside, hawks, otters, lynxes } = await openLakeside();
afterAll(() => world.close());

const BOXES = ["positiveSupport", "respectReferees", "followClubCode", "reportIncidents", "modelBehavior"];
const children = [
  { name: "Sam", teamId: hawks },
  { name: "Lucy", teamId: otters },
];

/** Returns the form of a page as a parent submits it: its own values, the boxes checked, the name typed. */
async function filled({ path }: Pick<ParentLink, "path">, typed: Record<string, string> = {}) {
  const html = await (await world.ask(path)).text();
  const textHash = /name="textHash" value="(\w+)"/.exec(html)?.[1] ?? "";
  const signatureDate =
    /name="signatureDate"[^>]* value="([\d-]+)"|value="([\d-]+)"[^>]*name="signatureDate"/.exec(html);
  const values: Record<string, string> = {
    intent: "sign",
    textHash,
    ...Object.fromEntries(BOXES.map((name) => [name, "on"])),
    parentName: "Pat Parent",
    parentEmail: "pat@parents.example",
    childName: "Sam, Lucy",
    teams: hawks,
    consent: "on",
    digitalSignature: "Pat Parent",
    signatureDate: signatureDate?.[1] ?? signatureDate?.[2] ?? "",
    ...typed,
  };
  return values;
}

const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  world.ask(path, { form, headers });

const stored = (agreementId: string, code = lakeside.code) =>
  world.platform.clubs.use(code, async (db) => ({
    agreement: await db
      .selectFrom("agreements")
      .selectAll()
      .where("id", "=", agreementId)
      .executeTakeFirstOrThrow(),
    records: (
      await db
        .selectFrom("evidence_records as r")
        .leftJoin("evidence_persons as p", "p.record_id", "r.id")
        .select(["r.kind", "r.record", "p.content"])
        .where("r.agreement_id", "=", agreementId)
        .orderBy("r.seq")
        .execute()
    ).map(({ kind, record, content }) => ({ kind, record, person: content ? JSON.parse(content) : null })),
    steps: (
      await db.selectFrom("agreement_mails").select("step").where("agreement_id", "=", agreementId).execute()
    ).map(({ step }) => step),
  }));

// product/agreements.md#public-agreement
describe("signing", () => {
  test("signing for two children makes one signature, the copy by mail, and the time on the page", async () => {
    const link = await parentLink(world, lakeside, {
      name: "Pat Parent",
      email: "two@parents.example",
      children,
    });
    const form = await filled(link, { parentEmail: "two@parents.example", teams: hawks });
    const body = new URLSearchParams(form);
    body.append("teams", otters);
    const answer = await world.ask(link.path, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Test browser" },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe(`${link.path}?lang=en`);
    const { agreement, records, steps } = await stored(link.agreementId);
    expect(agreement).toMatchObject({ status: "signed", to_match: 0, paper: 0 });
    expect(records).toHaveLength(1);
    expect(records[0]?.person).toMatchObject({
      name: "Pat Parent",
      email: "two@parents.example",
      players: "Sam, Lucy",
      teams: ["Hawks", "Otters"],
      signature: "Pat Parent",
      userAgent: "Test browser",
    });
    expect(steps).toEqual(["copy"]);
    const html = await (await world.ask(link.path)).text();
    expect(html).toContain("<h1>Signed. Thank you!</h1>");
    expect(html).toMatch(/Signed on \w+ \d+, \d{4} at \d+:\d\d [AP]M CT\./);
  });

  test("signing keeps the text in the language it was read in", async () => {
    const link = await parentLink(world, lakeside);
    const path = `${link.path}?lang=es`;
    expect((await send(path, await filled({ path }))).headers.get("Location")).toBe(path);
    const { records } = await stored(link.agreementId);
    const { language, text } = JSON.parse(records[0]?.record ?? "{}");
    expect(language).toBe("es");
    const shown = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("agreement_texts").select("text").where("hash", "=", text.hash).executeTakeFirstOrThrow(),
    );
    expect(shown.text).toContain("Acuerdo de conducta en los partidos");
  });

  test("signing is refused with the missing parts, on top and at each field, and keeps the typed values", async () => {
    const link = await parentLink(world, lakeside, { children });
    const answer = await send(link.path, {
      intent: "sign",
      parentName: "Pat <b>",
      childName: " ",
      respectReferees: "on",
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    const message = "Please complete all required fields and check all agreement boxes to submit";
    expect(html.indexOf(message)).toBeGreaterThan(0);
    expect(html.indexOf(message)).toBeLessThan(html.indexOf("<h1>"));
    expect(html).toContain("<title>Error: Sideline agreement");
    for (const words of [
      "Enter your email",
      "Enter the names or initials",
      "Check this box to agree",
      "Check at least one team",
      "Type your full name as your signature",
    ])
      expect(html).toContain(words);
    expect(html).toContain('value="Pat &lt;b&gt;"');
    expect(html).toMatch(/name="respectReferees"[^>]*checked/);
    expect(html).not.toMatch(/name="modelBehavior"[^>]*checked/);
    expect((await stored(link.agreementId)).records).toEqual([]);
  });

  const missing: [string, string][] = [
    ["parentName", ""],
    ["parentEmail", ""],
    ["childName", ""],
    ["teams", ""],
    ["digitalSignature", ""],
    ["consent", ""],
    ...BOXES.map((box): [string, string] => [box, ""]),
    ["teams", "not-a-team"],
    ["teams", lynxes],
    ["signatureDate", "2020-01-01"],
    ["signatureDate", "2026-02-31"],
    ["signatureDate", "tomorrow"],
    ["parentEmail", "pat@"],
    ["textHash", ""],
  ];
  test.each(missing)("signing without a right %s (%s) signs nothing", async (name, value) => {
    const link = await parentLink(world, lakeside);
    const form = await filled(link, { [name]: value });
    if (value === "") delete form[name];
    expect((await send(link.path, form)).status).toBe(422);
    expect((await stored(link.agreementId)).agreement.status).toBe("pending");
  });

  const hostile: [string, string, boolean][] = [
    ["a line break", "Pat\r\nBcc: all@parents.example", false],
    ["NUL", "Pat\0Parent", false],
    ["an override of the direction", "Pat \u202Etnera\u202C", false],
    ["10,000 combining marks", `P${"\u0301".repeat(10_000)}at`, false],
    ["a pile of combining marks", `P${"\u0301".repeat(20)}at`, false],
    ["no letter at all", "1234 !", false],
    ["a private sign", "Pat \uE000", false],
    ["letters that nobody sees", "\u3164\u3164", false],
    ["hidden tags", "Pat \u{E0050}\u{E0061}", false],
    ["Persian with a non-joiner", "علی\u200Cرضا", true],
    ["a formula", '=HYPERLINK("http://evil.example","Pat")', true],
    ["markup", "<script>alert(1)</script>", true],
    ["Arabic", "محمد علي", true],
    ["Vietnamese", "Nguyễn Thị Ánh", true],
    ["Devanagari", "प्रिया शर्मा", true],
    ["a placeholder", "{club} {name}", true],
  ];
  test.each(hostile)("a name with %s", async (_, name, taken) => {
    const link = await parentLink(world, lakeside);
    const answer = await send(
      link.path,
      await filled(link, { parentName: name, digitalSignature: name, childName: name }),
    );
    expect(answer.status).toBe(taken ? 303 : 422);
    const html = await (taken ? await world.ask(`${link.path}/data`) : answer).text();
    expect(html).not.toContain("<script>alert");
    const { records } = await stored(link.agreementId);
    expect(records.map(({ person }) => person.name)).toEqual(taken ? [name.normalize("NFC")] : []);
  });

  test("a name that was copied with invisible spaces is stored without them", async () => {
    const link = await parentLink(world, lakeside);
    const form = await filled(link, { parentName: "\uFEFFPat\u200B Par\u00ADent\u2060" });
    expect((await send(link.path, form)).status).toBe(303);
    const { records } = await stored(link.agreementId);
    expect(records[0]?.person.name).toBe("Pat Parent");
  });

  test("a slow pattern is not to be found: 100 kB of anything is read in linear time", async () => {
    const { signFormSchema } = await import("#app/domain/club/agreements/forms.server.ts");
    const schema = signFormSchema("en", true);
    for (const unit of ["\u0301", "a\u0301", " ", "a@", "\u202E", "a."]) {
      const text = unit.repeat(100_000 / unit.length);
      const read = await charactersRead(
        () =>
          schema.safeParse({
            parentName: text,
            parentEmail: text,
            childName: text,
            digitalSignature: text,
            signatureDate: text,
          }),
        { patterns: true },
      );
      expect(read, JSON.stringify(unit)).toBeLessThan(5 * 40 * text.length);
    }
  });

  test("signing under another name and address is accepted, for the club to match, and the old address is mailed", async () => {
    const link = await parentLink(world, lakeside, { name: "Pat Parent", email: "old@parents.example" });
    await send(
      link.path,
      await filled(link, { parentName: "Gran Parent", parentEmail: "gran@parents.example" }),
    );
    const { agreement, steps } = await stored(link.agreementId);
    expect(agreement).toMatchObject({ status: "signed", to_match: 1 });
    expect([...steps].sort()).toEqual(["changed-address", "copy"]);
  });

  test("signing under another name at the same address is for the club to match, and its copy informs that address", async () => {
    const email = "same@parents.example";
    const link = await parentLink(world, lakeside, { name: "Pat Parent", email });
    await send(link.path, await filled(link, { parentName: "Gran Parent", parentEmail: email }));
    const { agreement, steps } = await stored(link.agreementId);
    expect(agreement).toMatchObject({ status: "signed", to_match: 1 });
    expect(steps).toEqual(["copy"]);
  });

  test("the same form twice, and two adults at once, make one signature; the second learns of it", async () => {
    const link = await parentLink(world, lakeside);
    const [pat, sam] = [
      await filled(link),
      await filled(link, { parentName: "Sam Second", digitalSignature: "Sam Second" }),
    ];
    const answers = await Promise.all([pat, sam, pat, sam, pat].map((form) => send(link.path, form)));
    const places = answers.map((answer) => answer.headers.get("Location"));
    expect(places.filter((place) => place === `${link.path}?lang=en`)).toHaveLength(1);
    expect(places.filter((place) => place === `${link.path}?lang=en&already=yes`)).toHaveLength(4);
    const { records, steps } = await stored(link.agreementId);
    expect(records).toHaveLength(1);
    expect(steps.filter((step) => step === "copy")).toHaveLength(1);
    const html = await (await world.ask(`${link.path}?already=yes`)).text();
    expect(html).toContain("nothing was stored a second time");
    expect(html).toContain("<h1>Already signed</h1>");
    expect(html).toContain("<title>Already signed · Goodside</title>");
    expect(html).not.toContain("Sam Second");
  });

  test("signing with a link that was replaced while the form was open signs nothing", async () => {
    const link = await parentLink(world, lakeside);
    const form = await filled(link);
    await setAgreement(world, lakeside, link.agreementId, { issue: 2 });
    await linkOf(world, lakeside, link.agreementId, 2);
    expect((await send(link.path, form)).status).toBe(303);
    expect((await stored(link.agreementId)).records).toEqual([]);
    expect(await (await world.ask(link.path)).text()).toContain("A newer email has a newer link");
  });

  test("a text that the club changed meanwhile is shown again before it is signed", async () => {
    const club = await world.club("Changing FC");
    const link = await parentLink(world, club);
    const form = await filled(link);
    await setClub(world, club, { agreement_text: "No dogs." });
    const answer = await send(link.path, form);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("changed the text after you opened this page");
    expect(html).toContain("No dogs.");
    expect(html).not.toContain('checked=""');
    expect(html).not.toMatch(/name="digitalSignature"[^>]* value="Pat/);
    expect(html).toContain('value="Sam, Lucy"');
    const again = { ...form, textHash: /name="textHash" value="(\w+)"/.exec(html)?.[1] ?? "" };
    expect((await send(link.path, again)).status).toBe(303);
    expect((await stored(link.agreementId, club.code)).agreement.status).toBe("signed");
  });

  test("signing in Spanish keeps the Spanish words of the club, whole and hashed, and none of the English ones", async () => {
    const club = await world.club("Dos Idiomas");
    await setClub(world, club, { agreement_text: "No dogs.", agreement_text_es: "Sin perros." });
    const link = await parentLink(world, club, { language: "es" });
    const form = await filled(link);
    expect((await send(link.path, form)).status).toBe(303);
    const texts = await world.platform.clubs.use(club.code, (db) =>
      db.selectFrom("agreement_texts").selectAll().execute(),
    );
    expect(texts.map(({ hash, language }) => [hash, language])).toEqual([[form.textHash, "es"]]);
    expect(texts[0]?.text).toContain("\n\nSin perros.\n\n");
    expect(texts[0]?.text).not.toContain("No dogs.");
    // Changes to the other language's text do not affect this one's readers.
    const other = await parentLink(world, club, { language: "es", email: "otro@parents.example" });
    const filledIn = await filled(other);
    await setClub(world, club, { agreement_text: "Dogs on leashes." });
    expect((await send(other.path, filledIn)).status).toBe(303);
  });

  test("signing needs no team at a club without teams", async () => {
    const club = await world.club("Teamless");
    const link = await parentLink(world, club);
    const form = await filled(link);
    delete form.teams;
    expect((await send(link.path, form)).status).toBe(303);
  });

  test("signing at a suspended club signs nothing", async () => {
    const club = await world.club("Suspended SC");
    const link = await parentLink(world, club);
    const form = await filled(link);
    await world.control
      .updateTable("clubs")
      .set({ status: "suspended" })
      .where("code", "=", club.code)
      .execute();
    await send(link.path, form);
    expect((await stored(link.agreementId, club.code)).agreement.status).toBe("pending");
  });
});

describe("saying no", () => {
  test("declining needs a reason, works once, and the club is mailed the reason", async () => {
    const link = await parentLink(world, lakeside);
    const path = `${link.path}/decline`;
    expect((await send(path, { reason: " " })).status).toBe(422);
    const answers = await Promise.all([1, 2, 3].map(() => send(path, { reason: "I want to talk first." })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const { agreement, records } = await stored(link.agreementId);
    expect(agreement).toMatchObject({
      status: "declined",
      reason: "I want to talk first.",
      next_reminder_at: null,
    });
    expect(records.map(({ kind }) => kind)).toEqual(["declined"]);
    const mails = await world.control
      .selectFrom("mails")
      .select("tag")
      .where("key", "like", `agreement-notice:${link.agreementId}%`)
      .execute();
    expect(mails).toEqual([{ tag: "agreement-notice" }]);
    expect(await (await world.ask(link.path)).text()).toContain("You have not signed");
    expect((await world.ask(path)).status).toBe(302);
  });
});

describe("changing one's mind after declining", () => {
  const decline = (path: string) => send(`${path}/decline`, { reason: "Not now." });

  test("a parent who declined finds the form behind the same link, and both answers stay on record", async () => {
    const link = await parentLink(world, lakeside);
    await decline(link.path);
    const html = await (await world.ask(link.path)).text();
    expect(html).toContain("You may change your mind until");
    expect(html).not.toContain("for a new link");
    // A mail program that opens the link changes nothing.
    expect((await stored(link.agreementId)).agreement.status).toBe("declined");
    await send(link.path, { intent: "reopen" });
    expect((await stored(link.agreementId)).agreement).toMatchObject({
      ...{ status: "pending", closed_at: null, reason: "", issue: 1, next_reminder_at: null },
    });
    await send(link.path, await filled(link));
    const { agreement, records } = await stored(link.agreementId);
    expect(agreement.status).toBe("signed");
    expect(records.map(({ kind }) => kind)).toEqual(["declined", "signed"]);
  });

  test("the club is notified again if the parent declines again", async () => {
    const link = await parentLink(world, lakeside);
    for (let time = 0; time < 2; time += 1) {
      await decline(link.path);
      await send(link.path, { intent: "reopen" });
    }
    const mails = await world.control
      .selectFrom("mails")
      .select("tag")
      .where("key", "like", `agreement-notice:${link.agreementId}%`)
      .execute();
    expect(mails).toHaveLength(2);
  });

  test("a parent who declined needs a new link once this one expired, or another was sent", async () => {
    for (const later of [{ expires_at: "2026-01-01T00:00:00.000Z" }, { issue: 2 }]) {
      const link = await parentLink(world, lakeside);
      await decline(link.path);
      await setAgreement(world, lakeside, link.agreementId, later);
      expect(await (await world.ask(link.path)).text()).toContain("for a new link");
      await send(link.path, { intent: "reopen" });
      expect((await stored(link.agreementId)).agreement.status).toBe("declined");
    }
  });
});

describe("withdrawing", () => {
  test("withdrawing ends the signature, which stays on record", async () => {
    const link = await parentLink(world, lakeside);
    await send(link.path, await filled(link));
    await send(`${link.path}/withdraw`, { reason: "We move away." });
    const { agreement, records } = await stored(link.agreementId);
    expect(agreement.status).toBe("withdrawn");
    expect(records.map(({ kind }) => kind)).toEqual(["signed", "withdrawn"]);
    const html = await (await world.ask(link.path)).text();
    expect(html).toContain("Your signature is withdrawn");
    expect(html).toContain(`href="${link.path}/copy.pdf?lang=en"`);
  });

  test("withdrawing is closed to a parent who has not signed", async () => {
    const link = await parentLink(world, lakeside);
    expect((await world.ask(`${link.path}/withdraw`)).status).toBe(302);
    await send(`${link.path}/withdraw`, { reason: "No" });
    expect((await stored(link.agreementId)).agreement.status).toBe("pending");
  });
});

describe("being erased", () => {
  test("being erased needs the box, leaves nothing of the person, and makes the link dead", async () => {
    const name = "Erika Erased";
    const link = await parentLink(world, lakeside, {
      name,
      email: "erika@parents.example",
      children: [{ name: "Elmo Erased", teamId: hawks }],
    });
    await send(
      link.path,
      await filled(link, {
        parentName: name,
        parentEmail: "erika@parents.example",
        childName: "Elmo Erased",
        digitalSignature: name,
      }),
    );
    const path = `${link.path}/data`;
    const before = await (await world.ask(path)).text();
    for (const words of [name, "Elmo Erased", "erika@parents.example", "SHA-256"])
      expect(before).toContain(words);
    expect((await send(path, { intent: "erase" })).status).toBe(422);
    const answer = await send(path, { intent: "erase", erase: "on" });
    expect(answer.status).toBe(303);
    const after = await (await world.ask(answer.headers.get("Location") ?? "")).text();
    expect(after).toContain("<title>Your data is erased · Goodside</title>");
    expect(after).toContain("<h1>Your data is erased</h1>");
    expect((await world.ask(link.path)).status).toBe(404);
    const left = await world.platform.clubs.use(lakeside.code, async (db) =>
      JSON.stringify(
        await Promise.all(
          (
            [
              "contacts",
              "children",
              "agreements",
              "agreement_events",
              "evidence_records",
              "evidence_persons",
              "registrations",
              "outbox",
            ] as const
          ).map((table) => db.selectFrom(table).selectAll().execute()),
        ),
      ),
    );
    // Four letters alone come up in random ids.
    expect(/erika@|elmo erased/i.test(left)).toBe(false);
    const records = await stored(link.agreementId).then(({ records }) => records.map(({ kind }) => kind));
    expect(records).toEqual(["signed", "erased"]);
  });
});

describe("limits", () => {
  test("20 forms an hour are taken for one agreement, and the typed values are kept", async () => {
    const link = await parentLink(world, lakeside);
    const form = await filled(link);
    const { maySendAgreementForm } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
    for (let times = 0; times < 20; times += 1)
      await maySendAgreementForm(`192.0.2.${times}`, link.agreementId);
    const answer = await send(link.path, form);
    expect(answer.status).toBe(429);
    const html = await answer.text();
    expect(html).toContain("This was sent many times in a short while");
    expect(html).toContain('value="pat@parents.example"');
    expect((await stored(link.agreementId)).agreement.status).toBe("pending");
  });
});
