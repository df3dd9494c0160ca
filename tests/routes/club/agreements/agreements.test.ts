import { afterAll, describe, expect, test } from "vitest";
import type { NewContact } from "#app/domain/club/contacts/contacts.ts";
import { ROWS_A_PART } from "#app/spreadsheets/write-csv.server.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { addParents } from "#tests/support/parents.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());
const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const add = (contacts: readonly NewContact[]) =>
  inFile((db) =>
    inTransaction(db, (tx) =>
      addContacts(tx, contacts, { source: "manual", by: "Ada", at: new Date().toISOString() }),
    ),
  );
const parent = (name: string, ...children: [name: string, teamId: string | null][]): NewContact => ({
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, ".")}@home.example`,
  children: children.map(([child, teamId]) => ({ name: child, teamId, ageGroup: "U-12" })),
});
await add([
  parent("Zoe Parker", ["Max", hawks], ["Ida", otters]),
  parent("Omar Bell", ["Lea", otters]),
  parent("Ann Cole", ["Tim", hawks]),
  parent("Nobody Known"),
]);
const agreementOf = async (name: string) => {
  const row = await inFile((db) =>
    db
      .selectFrom("agreements")
      .innerJoin("contacts", "contacts.id", "agreements.contact_id")
      .select(["agreements.id", "contact_id"])
      .where("contacts.name", "=", name)
      .executeTakeFirstOrThrow(),
  );
  return row.id;
};
const read = async (path: string, cookie = ada.cookie) =>
  (await (await world.ask(path, { cookie })).text())
    .replace(/<style[\s\S]*?<\/style>/, "")
    .replaceAll("<!-- -->", "");
const statusOf = async (path: string, cookie: string) => (await world.ask(path, { cookie })).status;

// product/agreements.md#agreements-tracker
describe("the list of agreements", () => {
  test("the list of agreements shows an administrator every parent by name, with the counts", async () => {
    const page = await read("/agreements");
    const names = ["Ann Cole", "Nobody Known", "Omar Bell", "Zoe Parker"];
    expect(names.map((name) => page.indexOf(`>${name}<`))).toEqual(
      names.map((name) => page.indexOf(`>${name}<`)).sort((a, b) => a - b),
    );
    expect(page).not.toContain("home.example");
    expect(page).toContain("Send the Agreement to 4 Parents");
    expect(page).toMatch(/Completion<\/dt><dd>0%/);
  });

  test("the list of agreements is filtered by team, status and name, in the address", async () => {
    expect(await read(`/agreements?team=${otters}`)).not.toContain("Ann Cole");
    expect(await read("/agreements?status=signed")).toContain("No agreement matches");
    const found = await read("/agreements?q=pARk");
    expect(found).toContain("Zoe Parker");
    expect(found).not.toContain("Ann Cole");
    expect(await read("/agreements?q=%25")).toContain("No agreement matches");
  });

  test("the list of agreements shows a manager the parents of their own teams, and only the children there", async () => {
    const page = await read("/agreements", mia.cookie);
    expect(page).toContain("Zoe Parker");
    expect(page).toContain(`href="/agreements/${await agreementOf("Ann Cole")}"`);
    expect(page).not.toContain("Omar Bell");
    expect(page).not.toMatch(/\bIda\b/);
  });

  test("the list of agreements finds names however their accents and apostrophes are typed", async () => {
    await add([parent("Guadalupe Ríos-O'Rourke")]);
    for (const q of ["Ríos", "RÍOS", "rios", "O'Rourke", "o’rourke", "orourke"])
      expect(await read(`/agreements?q=${encodeURIComponent(q)}`), q).toContain("1 agreement");
    expect(await read("/agreements?q=%27")).toContain("No agreement matches");
    await inFile((db) => db.deleteFrom("contacts").where("name", "like", "Guadalupe%").execute());
  });

  test("a form that names another manager's team writes to nobody", async () => {
    expect(await statusOf(`/agreements/send?team=${otters}`, mia.cookie)).toBe(403);
    const posted = await world.ask(`/agreements/send?team=${otters}`, { cookie: mia.cookie, form: {} });
    expect(posted.status).toBe(403);
    expect(await read(`/agreements/remind?team=${hawks}`, mia.cookie)).toContain("Nobody on this list");
  });

  test("the list of agreements finds a coach no parent by an address, nor a manager those of other teams", async () => {
    await add([
      {
        name: "",
        email: "secret.name@home.example",
        children: [{ name: "Kim", teamId: hawks, ageGroup: "" }],
      },
    ]);
    const found = async (q: string, cookie: string) =>
      /(\d+) agreements?/.exec(await read(`/agreements?q=${q}`, cookie))?.[1];
    expect(await found("ann.c", dana.cookie)).toBe("0");
    expect(await found("secret", dana.cookie)).toBe("0");
    expect(await read("/agreements/report.csv?q=ann.c", dana.cookie)).not.toContain("Ann Cole");
    expect(await found("ann+c", dana.cookie)).toBe("1");
    expect(await found("ann.c", mia.cookie)).toBe("1");
    expect(await found("secret", mia.cookie)).toBe("1");
    expect(await found("secret", ada.cookie)).toBe("1");
    await inFile((db) => db.deleteFrom("contacts").where("name", "=", "").execute());
  });

  test("the list of agreements shows a coach no address, on the page and in the report", async () => {
    const page = await read("/agreements", dana.cookie);
    expect(page).toContain("Zoe Parker");
    const report = await read("/agreements/report.csv", dana.cookie);
    expect(report).toContain("Zoe Parker,Max,Hawks,Pending");
    for (const text of [page, report]) expect(text).not.toContain("home.example");
    expect(page).not.toContain("Send the Agreement");
  });

  test("the list of agreements turns pages by name, forward and back", async () => {
    await add(
      Array.from({ length: 60 }, (_, index) =>
        parent(`Busy ${String.fromCharCode(97 + (index % 26))}${index}`),
      ),
    );
    const first = await read("/agreements");
    const after = /href="(\/agreements\?after=[^"]+)"/.exec(first)?.[1] ?? "";
    const second = await read(after);
    expect(second).toContain("Zoe Parker");
    expect(second).not.toContain("Ann Cole");
    const before = /href="(\/agreements\?before=[^"]+)"/.exec(second)?.[1] ?? "";
    expect(await read(before)).toContain("Ann Cole");
    expect(first).not.toContain("before=");
    expect(second).not.toContain("after=");
  });
});

test("the resend button counts its recipients, and dead addresses can be corrected after the expiry too", async () => {
  const club = await world.club("Expired SC");
  const cookie = await world.signIn(club.adminAccount, club.code);
  const team = await world.team(club, "Kites");
  const agreement = { status: "expired" as const, issue: 1, sent_at: "2026-01-01T00:00:00.000Z" };
  const at = "2026-01-02T00:00:00.000Z";
  for (const [name, contact] of [
    ["Fine", {}],
    ["Dead", { delivery: "bounced" as const }],
    ["Stopped", { mail_stopped_at: at }],
  ] as const)
    await addParents(world, club, team, 1, { name, contact, agreement });
  const page = await read("/agreements?status=expired", cookie);
  expect(page).toContain("Resend to 1 Parent<");
  expect(page).toContain("1 address takes no email");
  expect(await read("/agreements?status=undelivered", cookie)).toContain("Dead 0001");
});

test("a club without parents sees what to do first, and neither counts nor filters", async () => {
  const club = await world.club("Nobody Yet SC");
  const page = await read("/agreements", await world.signIn(club.adminAccount, club.code));
  expect(page).toContain("Import Parents");
  for (const words of ["Completion", 'name="team"', "Export CSV"]) expect(page).not.toContain(words);
});

// product/agreements.md#agreements-tracker
describe("the chosen parents of the list", () => {
  const sentAt = "2026-11-03T15:00:00.000Z";
  const sent = { sent_at: sentAt, issue: 1, expires_at: "2099-01-01T00:00:00.000Z" };

  /** Creates a club with a parent for each state, in two teams, of which a manager has the first. */
  async function chosenClub() {
    const club = await world.club("Chosen SC");
    const admin = await world.signIn(club.adminAccount, club.code);
    const [kites, owls] = [await world.team(club, "Kites"), await world.team(club, "Owls")];
    const one = async (name: string, agreement = {}, contact = {}, team = kites) => {
      const [parent] = await addParents(world, club, team, 1, { name, agreement, contact });
      return parent?.agreementId ?? "";
    };
    const ids = {
      fresh: await one("Fresh"),
      other: await one("Other"),
      expired: await one("Expired", { ...sent, status: "expired", expires_at: sentAt }),
      waiting: await one("Waiting", sent),
      signed: await one("Signed", { ...sent, status: "signed", signed_at: sentAt }),
      declined: await one("Declined", { ...sent, status: "declined", closed_at: sentAt }),
      dead: await one("Dead", {}, { delivery: "bounced" as const }),
      owl: await one("Owl", {}, {}, owls),
    };
    const mails = () =>
      world.platform.clubs.use(club.code, async (db) => {
        const rows = await db.selectFrom("agreement_mails").select(["agreement_id", "step"]).execute();
        return rows.map(({ agreement_id, step }) => {
          const whose = Object.entries(ids).find(([, id]) => id === agreement_id);
          return `${whose?.[0]} ${step}`;
        });
      });
    return { club, admin, kites, ids, mails };
  }
  const to = (path: string, step: "send" | "remind", ids: readonly string[]) =>
    `${path}?${new URLSearchParams([["chosen", step], ...ids.map((id) => ["id", id])])}`;
  /** Returns the address of the confirmation's form. */
  const formOf = (page: string) =>
    (/<form[^>]*action="(\/agreements\/[^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&");
  const press = async (path: string, cookie: string) => {
    const answer = await world.ask(path, { cookie, form: {} });
    const flash = answer.headers.getSetCookie()[0]?.split(";")[0];
    return read(answer.headers.get("location") ?? "", `${cookie}; ${flash}`);
  };

  test("parents have a checkbox if sending or reminding can reach them", async () => {
    const { admin, ids } = await chosenClub();
    const page = await read("/agreements", admin);
    const boxes = [...page.matchAll(/name="id" value="([^"]+)"/g)].map((match) => match[1]);
    expect(boxes.sort()).toEqual([ids.fresh, ids.other, ids.expired, ids.waiting, ids.owl].sort());
    const coach = await read("/agreements", dana.cookie);
    expect(coach).not.toContain('name="id"');
  });

  test("chosen parents are named before sending, with those left out and the reason, and nobody else gets a mail", async () => {
    const { admin, ids, mails } = await chosenClub();
    const page = await read(
      to("/agreements/send", "send", [ids.fresh, ids.expired, ids.signed, ids.waiting, ids.declined, "gone"]),
      admin,
    );
    expect(page).toContain("Send the agreement to 2 parents?");
    for (const words of [
      "<li>Fresh 0001</li>",
      "<li>Expired 0001</li>",
      "Left out: 4 parents you chose",
      "Signed 0001: has signed",
      "Waiting 0001: has the agreement already",
      "Declined 0001: declined",
      "1 parent no longer on your list",
    ])
      expect(page).toContain(words);
    expect(await mails()).toEqual([]);
    const done = await press(formOf(page), admin);
    expect(done).toContain("2 agreement emails sent successfully!");
    expect(done).not.toContain("left out");
    expect((await mails()).sort()).toEqual(["expired request", "fresh request"]);
  });

  test("a parent who changes between the page and its button is left out, and the answer says so", async () => {
    const { club, admin, ids, mails } = await chosenClub();
    const page = await read(to("/agreements/send", "send", [ids.fresh, ids.other]), admin);
    await world.platform.clubs.use(club.code, (db) =>
      db.updateTable("agreements").set({ status: "signed" }).where("id", "=", ids.other).execute(),
    );
    expect(await press(formOf(page), admin)).toContain(
      "1 agreement email sent successfully! 1 parent you chose was left out: something changed meanwhile.",
    );
    expect(await mails()).toEqual(["fresh request"]);
  });

  test("chosen parents are reminded by the rules of a whole list", async () => {
    const { club, admin, ids, mails } = await chosenClub();
    const now = new Date().toISOString();
    const [justSent] = await addParents(world, club, await world.team(club, "Jays"), 1, {
      name: "Just",
      agreement: { ...sent, sent_at: now },
    });
    const chosen = [ids.waiting, ids.fresh, ids.expired, justSent?.agreementId ?? ""];
    // The list's form sends both buttons to one address.
    const first = await world.ask(to("/agreements/send", "remind", chosen), { cookie: admin });
    const path = first.headers.get("location") ?? "";
    expect(path).toBe(to("/agreements/remind", "remind", chosen));
    const page = await read(path, admin);
    expect(page).toContain("Remind 1 parent?");
    expect(page).toContain("Just 0001: was written to in the last 24 hours");
    expect(page).toContain("Fresh 0001: was not sent the agreement yet");
    expect(page).toContain("Expired 0001: the link expired");
    expect(await press(formOf(page), admin)).toContain("1 reminder email sent successfully!");
    expect(await mails()).toEqual(["waiting reminder-1"]);
    expect(await press(to("/agreements/remind", "remind", chosen), admin)).toContain("Failed to send");
  });

  test("a form without chosen parents mails nobody, and the page says what to do", async () => {
    const { admin, mails } = await chosenClub();
    expect(await read("/agreements/send?chosen=send", admin)).toContain("Choose the parents first");
    await world.ask("/agreements/send?chosen=send", { cookie: admin, form: {} });
    expect(await mails()).toEqual([]);
  });

  test("chosen parents of another team are neither named nor written to", async () => {
    const omar = await agreementOf("Omar Bell");
    const ann = await agreementOf("Ann Cole");
    const path = to("/agreements/send", "send", [omar, ann]);
    const page = await read(path, mia.cookie);
    expect(page).toContain("Send the agreement to 1 parent?");
    expect(page).not.toContain("Omar Bell");
    await world.ask(to("/agreements/send", "send", [omar]), { cookie: mia.cookie, form: {} });
    const mails = await inFile((db) =>
      db.selectFrom("agreement_mails").select("id").where("agreement_id", "=", omar).execute(),
    );
    expect(mails).toEqual([]);
    expect(await statusOf(path, dana.cookie)).toBe(403);
    expect(await read(to("/agreements/send", "send", [ann]), rita.cookie)).toContain("Nobody you chose");
  });
});

test("the report has the documented columns", async () => {
  const answer = await world.ask(`/agreements/report.csv?team=${hawks}`, { cookie: ada.cookie });
  expect(answer.headers.get("content-disposition")).toMatch(
    /filename="agreements-report-\d{4}-\d\d-\d\d\.csv"/,
  );
  expect(await answer.text()).toBe(
    "Parent Name,Child Name,Team,Status,Signed Date,Sent Date,Email,Reminders Sent\r\n" +
      "Ann Cole,Tim,Hawks,Pending,,,ann.cole@home.example,0\r\n" +
      'Zoe Parker,"Ida, Max","Otters, Hawks",Pending,,,zoe.parker@home.example,0\r\n',
  );
});

test("a long report is written in parts, between which other requests are answered", async () => {
  const club = await world.club("Many Parents SC");
  const cookie = await world.signIn(club.adminAccount, club.code);
  const team = await world.team(club, "Kites");
  // More than two pages of one name: paging then continues by id.
  await addParents(world, club, team, 1_250, { name: "Alex" });
  await world.platform.clubs.use(club.code, (db) =>
    db.updateTable("agreements").set({ name_key: "alex" }).execute(),
  );
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const text = await (await world.ask("/agreements/report.csv", { cookie })).text();
  clearImmediate(counting);
  const lines = text.trim().split("\r\n").slice(1);
  expect(lines).toHaveLength(1_250);
  expect(new Set(lines).size).toBe(1_250);
  expect(turns).toBeGreaterThanOrEqual(1_250 / ROWS_A_PART);
});

describe("one agreement", () => {
  test("an agreement is open to managers of a team of its children", async () => {
    const zoe = `/agreements/${await agreementOf("Zoe Parker")}`;
    const omar = `/agreements/${await agreementOf("Omar Bell")}`;
    expect((await read(zoe, mia.cookie)).replaceAll("<wbr/>", "")).toContain("zoe.parker@home.example");
    expect(await statusOf(omar, mia.cookie)).toBe(403);
    expect(await statusOf(zoe, dana.cookie)).toBe(403);
    expect(await statusOf(zoe, rita.cookie)).toBe(404);
  });

  test("an agreement is sent, reminded of the next day at the earliest, and reports what happened", async () => {
    const path = `/agreements/${await agreementOf("Ann Cole")}`;
    await world.ask(`${path}/request`, { cookie: ada.cookie, form: {} });
    const page = await read(path);
    expect(page).toContain("Agreement sent");
    expect(page).toContain("Send Reminder");
    await world.ask(`${path}/reminder`, { cookie: ada.cookie, form: {} });
    expect(await read(path)).toContain("Reminder sent");
    const events = await inFile((db) =>
      db.selectFrom("agreement_events").select("kind").where("kind", "=", "reminded").execute(),
    );
    await world.ask(`${path}/reminder`, { cookie: ada.cookie, form: {} });
    expect(
      await inFile((db) =>
        db.selectFrom("agreement_events").select("kind").where("kind", "=", "reminded").execute(),
      ),
    ).toEqual(events);
  });

  test("a new address of an agreement ends the link of the old one, and a stale form is refused", async () => {
    const path = `/agreements/${await agreementOf("Ann Cole")}/edit`;
    const version = /name="version" value="([^"]+)"/.exec(await read(path))?.[1] ?? "";
    const form = { name: "Ann Cole", email: "ann@work.example", version };
    const saved = await world.ask(path, { cookie: ada.cookie, form });
    expect(saved.status).toBe(303);
    const row = await inFile((db) =>
      db.selectFrom("agreements").select(["issue", "sent_at", "status"]).where("issue", ">", 0).execute(),
    );
    expect(row).toEqual([{ issue: 2, sent_at: null, status: "pending" }]);
    const stale = await world.ask(path, { cookie: ada.cookie, form: { ...form, name: "Anna" } });
    expect(stale.status).toBe(422);
    expect(await stale.text()).toContain("What you typed, and what is stored now");
    const taken = /name="version" value="([^"]+)"/.exec(await read(path))?.[1] ?? "";
    const refused = await world.ask(path, {
      cookie: ada.cookie,
      form: { name: "Ann Cole", email: "omar.bell@home.example", version: taken },
    });
    expect(await refused.text()).toContain("Another parent of your club has this address");
  });

  test("an agreement gains and loses children", async () => {
    const path = `/agreements/${await agreementOf("Omar Bell")}/children`;
    await world.ask(path, { cookie: ada.cookie, form: { child: "Sam", team: hawks } });
    expect(await read(path)).toContain("Sam");
    // Now Omar has a child in Mia's team.
    expect(await statusOf(path, mia.cookie)).toBe(200);
    const foreign = await world.ask(path, { cookie: mia.cookie, form: { child: "Kim", team: otters } });
    expect(await foreign.text()).toContain("Choose one of your teams");
    const remove = /href="([^"]+\/remove)"[^>]*>(?:<span[^>]*>\[<\/span>)?Remove <span[^>]*>Sam/.exec(
      await read(path),
    )?.[1];
    expect(await read(remove ?? "")).toContain("Remove Sam?");
    expect(await read(path)).toContain(">Sam<");
    await world.ask(remove ?? "", { cookie: ada.cookie, form: {} });
    expect(await read(path)).not.toContain(">Sam<");
    expect(await read(path.replace("/children", ""))).toMatch(/Child removed: Sam<\/td><td[^>]*>Ada Admin/);
  });
});

test("a parent is added by hand; the same once more is refused", async () => {
  const form = { name: "Eva Diaz", email: "eva@home.example", child: "Leo", team: hawks };
  const added = await world.ask("/agreements/new", { cookie: mia.cookie, form });
  expect(added.headers.get("location")).toBe("/agreements?q=eva%40home.example");
  const again = await world.ask("/agreements/new", { cookie: mia.cookie, form });
  expect(again.status).toBe(422);
  expect(await again.text()).toContain("on your list already");
  const missing = await world.ask("/agreements/new", {
    cookie: mia.cookie,
    form: { ...form, name: "", child: "" },
  });
  const text = await missing.text();
  for (const words of ["Missing parent name", "Missing child name"]) expect(text).toContain(words);
});

describe("on paper", () => {
  test("a signature is recorded once, with the person who entered it, and a future date is refused", async () => {
    const id = await agreementOf("Nobody Known");
    const path = `/agreements/${id}/paper`;
    const form = { name: "Nobody Known", players: "N.K.", signedOn: "2026-11-01", language: "en" };
    const late = await world.ask(path, { cookie: ada.cookie, form: { ...form, signedOn: "2150-01-01" } });
    expect(await late.text()).toContain("This date is in the future");
    await world.ask(path, { cookie: ada.cookie, form });
    await world.ask(path, { cookie: ada.cookie, form });
    const page = await read(`/agreements/${id}`);
    expect(page).toContain("Signed on paper, entered by the club");
    const records = await inFile((db) =>
      db.selectFrom("evidence_records").select("record").where("agreement_id", "=", id).execute(),
    );
    expect(records.map(({ record }) => JSON.parse(record))).toMatchObject([
      { kind: "paper", enteredBy: "Ada Admin" },
    ]);
  });
});

describe("a parent who signed under another name and address", () => {
  test("a parent who signed under another name and address is matched by the club, which keeps the signed data", async () => {
    const id = await agreementOf("Zoe Parker");
    const { appendRecord } = await import("#app/domain/club/evidence/evidence.server.ts");
    await inFile((db) =>
      inTransaction(db, async (tx) => {
        const at = new Date().toISOString();
        const person = {
          name: "Zoe Baker",
          email: "zoe@baker.example",
          players: "Max",
          teams: [],
          signature: "ZB",
        };
        await appendRecord(
          tx,
          {
            ...{
              kind: "signed",
              agreement: id,
              issue: 1,
              at,
              language: "en",
              text: null,
              affirmations: null,
            },
            ...{ electronicConsent: true, signatureDate: null, enteredBy: null },
          },
          { ...person, ip: "", userAgent: "", reason: "" },
        );
        await tx
          .updateTable("agreements")
          .set({ status: "signed", signed_at: at, to_match: 1 })
          .where("id", "=", id)
          .execute();
      }),
    );
    expect(await read("/agreements?status=to-match")).toContain("Zoe Parker");
    const path = `/agreements/${id}/match`;
    expect(await read(path)).toContain("Zoe Baker, zoe@baker.example");
    await world.ask(path, { cookie: ada.cookie, form: { keep: "signed" } });
    const page = await read(`/agreements/${id}`);
    expect(page.replaceAll("<wbr/>", "")).toContain("zoe@baker.example");
    expect(page).toContain("Signed");
    expect(await read("/agreements?status=to-match")).toContain("No agreement matches");
  });
});

test("only administrators remove a parent, and nothing stays of a parent who never answered", async () => {
  const id = await agreementOf("Eva Diaz");
  const path = `/agreements/${id}/erase`;
  expect(await statusOf(path, mia.cookie)).toBe(403);
  await world.ask(path, { cookie: ada.cookie, form: {} });
  expect(await statusOf(`/agreements/${id}`, ada.cookie)).toBe(404);
  expect(await read("/agreements")).not.toContain("Eva Diaz");
});
