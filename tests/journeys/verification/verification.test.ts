import { rmSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { EmailWords } from "#app/mail/frame/email-kind.tsx";
import { bomb, docx, pdf } from "../../support/documents.ts";
import { keptFiles } from "../../support/kept-files.ts";
import { readMails } from "../../support/mails.ts";
import { paidClub } from "../../support/paid-club.ts";
import { openShop } from "../../support/shop.ts";
import { cookiesOf, staffOf } from "../../support/staff.ts";
import { breakTable } from "../../support/triggers.ts";

const shop = await openShop();
const { world } = shop;
const { control, platform } = world;
afterAll(() => shop.close());

const { saveWords, useWordsAgain, versionOfWords, wordsVersions } = await import(
  "#app/journeys/email-words/email-words.server.ts"
);
const { templates } = await import("#app/mail/templates.ts");
const { remindOfVerification, reminderDays } = await import(
  "#app/domain/control/verification/verification-emails.server.ts"
);
const { eraseDueDocuments, removeLostDocuments } = await import(
  "#app/journeys/verification/documents.server.ts"
);
const { removeOldUploads } = await import("#app/forms/read-upload.server.ts");
const { clockFile } = await import("#app/runtime/clock.server.ts");
const { stripe } = await import("#app/payments/stripe.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { env } = await import("#app/config/env.server.ts");
const DAY = 86_400_000;

async function clubAtDesk(options: Parameters<typeof paidClub>[1] = {}) {
  const club = await paidClub(shop, options);
  const account = await control
    .selectFrom("accounts")
    .select("id")
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  return { ...club, cookie: await world.signIn(account.id, club.code) };
}

const kept = await keptFiles(env().dataDir);
const filesOf = (code: string) => kept.names(`uploads/${code}`);
const incoming = () => kept.names("incoming");
const mailsOf = async (code: string) =>
  (await control.selectFrom("mails").select("tag").where("club_code", "=", code).execute()).map(
    ({ tag }) => tag,
  );

function upload(cookie: string, files: Record<string, Uint8Array<ArrayBuffer> | Buffer>) {
  const body = new FormData();
  for (const [name, content] of Object.entries(files))
    body.append("documents", new Blob([new Uint8Array(content)]), name);
  return world.ask("/verification", { cookie, body });
}
const page = async (cookie: string, path = "/verification") => (await world.ask(path, { cookie })).text();
const staff = staffOf(world);
const moderator = await staff.signIn((await staff.staff("moderator")).email);
const staffCookie = cookiesOf(moderator);
const review = (code: string, form: Record<string, string>) =>
  world.ask(`/admin/verification/${code}`, { cookie: staffCookie, form });

const fieldOf = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const versionOf = async (code: string) =>
  fieldOf(await page(staffCookie, `/admin/verification/${code}`), "version");
/** Adjusts as staff do: they look at what moves, and confirm. @returns what they were shown */
async function confirmed(code: string, players: string, notes = "") {
  const form = { decision: "adjust", actualPlayers: players, notes, version: await versionOf(code) };
  const asked = await (await review(code, form)).text();
  const answer = await review(code, { ...form, shown: fieldOf(asked, "shown") });
  expect(answer.status).toBe(303);
  return asked;
}
/** Does the same, and runs the jobs that follow. */
async function adjust(code: string, players: string) {
  const asked = await confirmed(code, players);
  await runDueJobs(platform);
  return asked;
}
const decide = async (code: string, decision: "approve" | "reject", players = "") =>
  review(code, { decision, actualPlayers: players, notes: "Unreadable", version: await versionOf(code) });
const invoicesOf = async (code: string) =>
  (
    await control
      .selectFrom("invoices")
      .select(["status", "amount_cents as cents"])
      .where("club_code", "=", code)
      .orderBy("created_at")
      .execute()
  ).map(({ status, cents }) => [status, cents]);

// product/verification.md#verification-documents
describe("a club's documents", () => {
  test("a club's documents go from the club to its reviewer, sealed on the disk, and are opened by both and nobody else", async () => {
    const club = await clubAtDesk();
    expect(await page(club.cookie)).toContain("Verification Required");
    expect(
      (await upload(club.cookie, { "roster.pdf": pdf("640 players"), "list.docx": docx() })).status,
    ).toBe(303);
    expect(await filesOf(club.code)).toHaveLength(2);
    expect(await incoming()).toEqual([]);
    for (const file of await filesOf(club.code))
      expect((await kept.read(`uploads/${club.code}/${file}`))?.includes("640 players")).toBe(false);
    expect(await page(club.cookie)).toContain("50%");

    const document = await control
      .selectFrom("verification_documents")
      .selectAll()
      .where("club_code", "=", club.code)
      .where("name", "=", "roster.pdf")
      .executeTakeFirstOrThrow();
    const path = `/verification/documents/${document.id}`;
    expect(await (await world.ask(path, { cookie: club.cookie })).text()).toContain("640 players");
    const other = await clubAtDesk();
    expect((await world.ask(path, { cookie: other.cookie })).status).toBe(404);

    expect((await world.ask("/verification/submission", { cookie: club.cookie, form: {} })).status).toBe(303);
    expect(await page(club.cookie)).toContain("Verification in Progress");
    const back = await world.ask(`${path}/removal`, { cookie: club.cookie, form: {} });
    expect(back.status).toBe(303);
    expect(await filesOf(club.code)).toHaveLength(2);
    expect(await mailsOf(club.code)).toContain("verification-received");

    const seen = await page(staffCookie, `/admin/verification/${club.code}`);
    expect(seen).toContain("roster.pdf");
    const opened = await world.ask(`/admin/verification/${club.code}/documents/${document.id}`, {
      cookie: staffCookie,
    });
    expect(opened.headers.get("Content-Disposition")).toContain("attachment");
    expect(await opened.text()).toContain("640 players");
    const audit = await control
      .selectFrom("audit")
      .select("kind")
      .where("club_code", "=", club.code)
      .where("kind", "like", "verification.%")
      .execute();
    expect(audit.map(({ kind }) => kind)).toEqual([
      "verification.document-sent",
      "verification.document-sent",
      "verification.submitted",
      "verification.document-opened",
    ]);
  });

  test("a club's documents are read in the reviewer's page if they are PDF, without script, origin or request", async () => {
    const club = await clubAtDesk();
    await upload(club.cookie, { "roster.pdf": pdf("640 players"), "list.docx": docx() });
    const rows = await control
      .selectFrom("verification_documents")
      .select(["id", "type"])
      .where("club_code", "=", club.code)
      .execute();
    const idOf = (type: string) => rows.find((row) => row.type === type)?.id ?? "";
    const review = `/admin/verification/${club.code}`;
    const framed = `${review}/documents/${idOf("pdf")}/page`;
    expect(await page(staffCookie, review)).not.toContain("<iframe");
    const shown = await world.ask(`${review}?document=${idOf("pdf")}`, { cookie: staffCookie });
    expect(shown.headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
    expect(await shown.text()).toContain(`src="${framed}"`);
    expect(await page(staffCookie, `${review}?document=${idOf("docx")}`)).not.toContain("<iframe");
    const { headers, status } = await world.ask(framed, { cookie: staffCookie });
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("application/pdf");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toMatch(/^sandbox; default-src 'none';/);
    expect(headers.get("Content-Security-Policy")).not.toMatch(/allow-|script-src|unsafe/);
    const word = await world.ask(`${review}/documents/${idOf("docx")}/page`, { cookie: staffCookie });
    expect(word.status).toBe(404);
    const opened = await control
      .selectFrom("audit")
      .select("kind")
      .where("club_code", "=", club.code)
      .where("kind", "=", "verification.document-opened")
      .execute();
    expect(opened).toHaveLength(1);
  });

  test("a club's documents that are none are refused by name, the others kept, and nothing is left behind", async () => {
    const club = await clubAtDesk();
    const answer = await upload(club.cookie, {
      "good.pdf": pdf(),
      "bomb.docx": bomb(),
      "../../etc/passwd": pdf(),
      "fake.pdf": Buffer.from("MZ"),
    });
    expect(answer.status).toBe(303);
    const text = await page(`${club.cookie}; ${cookiesOf(answer)}`);
    expect(text).toContain("bomb.docx unpacks to far more than a document does");
    expect(text).toContain("passwd is not a PDF, Word or Excel file");
    expect(text).toContain("fake.pdf does not hold what its name says");
    expect(text).toContain("The other document was uploaded.");
    expect(await filesOf(club.code)).toHaveLength(1);
    expect(await incoming()).toEqual([]);
  });

  test("a club's documents are ten at most: an eleventh is refused by name, and leaves no file", async () => {
    const club = await clubAtDesk();
    const ten = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`roster${index}.pdf`, pdf(`Roster ${index}`)]),
    );
    await upload(club.cookie, ten);
    expect(await filesOf(club.code)).toHaveLength(10);
    const answer = await upload(club.cookie, { "eleventh.pdf": pdf("Roster 11") });
    expect(await answer.text()).toContain("eleventh.pdf");
    const { count } = await control
      .selectFrom("verification_documents")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    expect(count).toBe(10);
    expect(await filesOf(club.code)).toHaveLength(10);
  });

  test("a club's documents of 50 MB and one byte are refused in words", async () => {
    const club = await clubAtDesk();
    const large = Buffer.concat([pdf(), Buffer.alloc(50 * 1024 * 1024 + 1 - pdf().length)]);
    const answer = await upload(club.cookie, { "large.pdf": large });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("large.pdf is larger than 50 MB");
    expect(await filesOf(club.code)).toEqual([]);
    expect(await incoming()).toEqual([]);
  });

  test("a club's documents sent again after an answer that was lost are stored once", async () => {
    const club = await clubAtDesk();
    const roster = { "roster.pdf": pdf("640 players") };
    for (let time = 0; time < 3; time += 1) expect((await upload(club.cookie, roster)).status).toBe(303);
    await upload(club.cookie, { "list.pdf": pdf("another list") });
    const rows = await control
      .selectFrom("verification_documents")
      .select("name")
      .where("club_code", "=", club.code)
      .orderBy("stored_at")
      .execute();
    expect(rows).toEqual([{ name: "roster.pdf" }, { name: "list.pdf" }]);
    expect(await filesOf(club.code)).toHaveLength(2);
  });

  test("a club's documents leave no file where their row cannot be stored, and none behind that is taken back", async () => {
    const club = await clubAtDesk();
    await upload(club.cookie, { "roster.pdf": pdf() });
    const mend = await breakTable(control, "verification_documents");
    expect((await upload(club.cookie, { "list.pdf": pdf("another list") })).status).toBe(500);
    await mend();
    expect(await filesOf(club.code)).toHaveLength(1);
    const [id = ""] = await filesOf(club.code);
    // A process that dies after the file and before the row leaves a document that can be taken back again.
    await kept.remove(`uploads/${club.code}/${id}`);
    const back = await world.ask(`/verification/documents/${id}/removal`, { cookie: club.cookie, form: {} });
    expect(back.status).toBe(303);
    expect(await page(club.cookie)).not.toContain("roster.pdf");
  });

  test("a club's documents are swept where no row names them, a day after they were written", async () => {
    const club = await clubAtDesk();
    await upload(club.cookie, { "roster.pdf": pdf() });
    const [known = ""] = await filesOf(club.code);
    const day = Date.now() - DAY;
    for (const [name, written] of [
      ["lost-long-ago", day - 1_000],
      ["half-written.new", day - 1_000],
      ["just-stored", day + 60_000],
      [known, day - 1_000],
    ] as const) {
      const path = `uploads/${club.code}/${name}`;
      if (name === known) await kept.date(path, new Date(written));
      else await kept.write(path, "sealed", new Date(written));
    }
    expect(await removeLostDocuments(control)).toBe(2);
    expect((await filesOf(club.code)).sort()).toEqual([known, "just-stored"].sort());
  });

  test("a club's documents and uploads are not swept while they arrive, whatever time a moved demo clock tells", async () => {
    const club = await clubAtDesk();
    await upload(club.cookie, { "roster.pdf": pdf() });
    await kept.write(`uploads/${club.code}/arriving.new`, "half of it");
    await kept.write("incoming/arriving", "half of it");
    writeFileSync(clockFile(env().dataDir), String(400 * DAY));
    onTestFinished(async () => {
      rmSync(clockFile(env().dataDir), { force: true });
      await kept.remove(`uploads/${club.code}/arriving.new`);
      await kept.remove("incoming/arriving");
    });
    expect(await removeLostDocuments(control)).toBe(0);
    await removeOldUploads();
    expect(await filesOf(club.code)).toContain("arriving.new");
    expect(await incoming()).toContain("arriving");
  });

  test("a club's documents are deleted 90 days after the decision, not a day before", async () => {
    const club = await clubAtDesk();
    await upload(club.cookie, { "roster.pdf": pdf() });
    await world.ask("/verification/submission", { cookie: club.cookie, form: {} });
    await review(club.code, { decision: "approve", actualPlayers: "350", notes: "", version: "1" });
    const at = (days: number) => new Date(Date.now() + days * DAY);
    await eraseDueDocuments(control, at(89));
    expect(await filesOf(club.code)).toHaveLength(1);
    expect(await eraseDueDocuments(control, at(91), { dryRun: true })).toBe(1);
    expect(await filesOf(club.code)).toHaveLength(1);
    await eraseDueDocuments(control, at(91));
    expect(await filesOf(club.code)).toEqual([]);
    expect(await page(club.cookie)).toContain("Verified");
  });

  test("a club's documents cannot be submitted again while they are in review, or once they are decided", async () => {
    const { submitForReview } = await import("#app/journeys/verification/documents.server.ts");
    const club = await clubAtDesk();
    const account = await control
      .selectFrom("accounts")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    const submit = () =>
      submitForReview({ control, club: { code: club.code }, user: { accountId: account.id } });
    await upload(club.cookie, { "roster.pdf": pdf() });
    expect(await submit()).toBe("submitted");
    expect(await submit()).toBe("already");
    await decide(club.code, "approve", "300");
    expect(await submit()).toBe("already");
    expect(await page(club.cookie)).toContain("Verified");
    // Other tests count what is due.
    await eraseDueDocuments(control, new Date(Date.now() + 91 * DAY));
  });
});

/** Loads the status under which the Verification Center counts a club. */
async function listedStatus(code: string) {
  const { reviewedClub } = await import("#app/domain/control/verification/staff-verifications.server.ts");
  return (await reviewedClub(control, code))?.status;
}

// product/verification.md#verification-center
describe("staff's decision", () => {
  async function submitted(options: Parameters<typeof paidClub>[1]) {
    const club = await clubAtDesk(options);
    await upload(club.cookie, { "roster.pdf": pdf() });
    await world.ask("/verification/submission", { cookie: club.cookie, form: {} });
    return club;
  }

  test("Adjust downwards refunds by itself; the club is verified and reads why", async () => {
    const club = await submitted({ plan: "large", players: 900 });
    const asked = await confirmed(club.code, "640", "Thanks");
    expect(asked).toContain("Large → Standard, refund $750 to where the payment came from");
    const mails = await readMails(
      control.selectFrom("mails").selectAll().where("club_code", "=", club.code).execute(),
    );
    expect(mails.find(({ tag }) => tag === "verification-decided")?.text).toContain("We refund $750");
    await runDueJobs(platform);
    expect(await page(club.cookie)).toContain("Verified");
    expect(await page(club.cookie, "/club/billing")).toContain("$750 back to you");
    const listed = await page(staffCookie, "/admin/verification");
    expect(listed).toContain("900");
    expect(listed).toContain("640");
  });

  test("Adjust upwards asks for the difference until it is paid", async () => {
    const club = await submitted({ plan: "standard", players: 700 });
    await adjust(club.code, "1,000");
    expect(await page(club.cookie)).toContain("Billing Adjustment Required");
    expect(await listedStatus(club.code)).toBe("needs_adjustment");
    const bill = await page(club.cookie, "/club/billing");
    expect(bill).toContain("$750 is payable until");
    // The verified number, wherever the club reads one, also while the invoice is open.
    for (const path of ["/verification", "/club/settings"]) {
      const shown = await page(club.cookie, path);
      expect(shown).toContain("Players, verified");
      expect(shown).toContain("1,000");
    }
    const { id } = await control
      .selectFrom("invoices")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    await shop.payInvoice(id);
    const { refreshInvoice } = await import("#app/journeys/billing/settlement-invoice.server.ts");
    await refreshInvoice(control, id);
    expect(await page(club.cookie)).toContain("Verified");
    expect(await listedStatus(club.code)).toBe("approved");
  });

  test("Adjust moves nothing before the reviewer has seen what, and asks again where that has changed", async () => {
    const club = await submitted({ plan: "large", players: 900 });
    const form = { decision: "adjust", actualPlayers: "640", notes: "", version: "1" };
    const asked = await review(club.code, form);
    expect(asked.status).toBe(200);
    expect(await page(club.cookie)).toContain("Verification in Progress");
    const shown = fieldOf(await asked.text(), "shown");
    const { stripe } = await import("#app/payments/stripe.server.ts");
    const { data } = await stripe().charges.list({ payment_intent: club.paymentIntentId });
    await shop.actOnMoney(data[0]?.id ?? "", "refund", 10_000);
    const again = await review(club.code, { ...form, shown });
    expect(again.status).toBe(200);
    expect(await again.text()).toContain("refund $650");
    expect(await page(club.cookie)).toContain("Verification in Progress");
  });

  test("Adjust refuses a count that the paid package fits", async () => {
    const club = await submitted({ plan: "standard" });
    const form = { decision: "adjust", actualPlayers: "700", notes: "", version: "1" };
    const answer = await review(club.code, form);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Choose Approve");
  });

  test("Adjust after Adjust leaves one invoice, from the package that was paid, and the club reads which is void", async () => {
    const club = await submitted({ plan: "standard" });
    await adjust(club.code, "900");
    const asked = await adjust(club.code, "2000");
    expect(asked).toContain("Standard → Enterprise, invoice $1,446");
    expect(await invoicesOf(club.code)).toEqual([
      ["void", 75_000],
      ["open", 144_600],
    ]);
    const { stripe } = await import("#app/payments/stripe.server.ts");
    const open = await stripe().invoices.list({ status: "open", limit: 1 });
    expect(open.data[0]?.description).toContain("Enterprise instead of Standard, 2,000 players");
    expect((await mailsOf(club.code)).filter((tag) => tag === "invoice-withdrawn")).toHaveLength(1);
  });

  test("Reject after Adjust leaves no invoice, and the package that was paid", async () => {
    const club = await submitted({ plan: "standard" });
    await adjust(club.code, "900");
    await decide(club.code, "reject");
    const bill = await page(club.cookie, "/club/billing");
    expect(bill).not.toContain("is payable until");
    expect(bill).toContain("Standard");
    await runDueJobs(platform);
    expect(await invoicesOf(club.code)).toEqual([["void", 75_000]]);
    expect(await page(club.cookie)).toContain("Verification Required");
  });

  test("Approve after Adjust leaves no invoice, and the package that was paid", async () => {
    const club = await submitted({ plan: "standard" });
    await adjust(club.code, "900");
    expect((await decide(club.code, "approve", "900")).status).toBe(422);
    expect((await decide(club.code, "approve", "790")).status).toBe(303);
    await runDueJobs(platform);
    expect(await invoicesOf(club.code)).toEqual([["void", 75_000]]);
    expect(await page(club.cookie)).toContain("Verified");
    expect(await page(club.cookie, "/club/billing")).toContain("Standard, up to 800 players");
  });

  test("Approve refuses a count that needs another package, and changes nothing", async () => {
    const club = await submitted({ plan: "standard" });
    const answer = await review(club.code, {
      decision: "approve",
      actualPlayers: "801",
      notes: "",
      version: "1",
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Choose Adjust");
    expect(await page(club.cookie)).toContain("Verification in Progress");
  });

  test("Adjust to a smaller package while a payment is contested says that nothing goes back", async () => {
    const club = await submitted({ plan: "large" });
    const { data } = await stripe().charges.list({ payment_intent: club.paymentIntentId });
    const form = { decision: "adjust", actualPlayers: "640", notes: "", version: "1" };
    expect(await (await review(club.code, form)).text()).not.toContain("contested at the bank");
    await shop.actOnMoney(data[0]?.id ?? "", "contest");
    const asked = await (await review(club.code, form)).text();
    expect(asked).toContain("contested at the bank");
    expect(asked).toContain("nothing is paid or refunded");
  });

  test("the history names every decision with its package, sum, and what became of the invoice", async () => {
    const club = await submitted({ plan: "standard", players: 700 });
    const history = async (cookie = staffCookie, path = `/admin/verification/${club.code}`) => {
      const html = (await page(cookie, path)).replaceAll("<!-- -->", "");
      return html.slice(html.indexOf("History of the verification"));
    };
    expect(await history()).toMatch(/Documents sent[\s\S]*The club[\s\S]*VER-\d{3}/);
    await adjust(club.code, "900");
    const [first] = await control
      .selectFrom("invoices")
      .select(["id", "number"])
      .where("club_code", "=", club.code)
      .execute();
    const row = new RegExp(
      `Adjusted: 900 players[\\s\\S]*${first?.number}: Open[\\s\\S]*Standard to Large, invoice \\$750[\\s\\S]*Robin Reyes`,
    );
    expect(await history()).toMatch(row);
    // A moderator opens no page of money.
    expect(await history()).not.toContain("/admin/billing/invoices");
    const admin = cookiesOf(await staff.signIn((await staff.staff("admin")).email));
    for (const path of [`/admin/verification/${club.code}`, `/admin/clubs/${club.code}`]) {
      expect(await history(admin, path)).toMatch(row);
      expect(await history(admin, path)).toContain(`/admin/billing/invoices/${first?.id}`);
    }
    await adjust(club.code, "2000");
    const both = await history();
    expect(both).toMatch(/2,000 players[\s\S]*: Open[\s\S]*900 players[\s\S]*: Withdrawn/);
    expect(both.match(/: (Open|Withdrawn)</g)).toEqual([": Open<", ": Withdrawn<"]);
    await decide(club.code, "reject");
    expect(await history()).toMatch(/Rejected[\s\S]*2,000 players[\s\S]*: Withdrawn/);
    const other = await submitted({});
    expect(await page(staffCookie, `/admin/verification/${other.code}`)).not.toContain("900 players");
  });

  test("Reject needs a reason, which the club reads, and asks again", async () => {
    const club = await submitted({});
    expect((await review(club.code, { decision: "reject", notes: "", version: "1" })).status).toBe(422);
    await review(club.code, { decision: "reject", notes: "The list has no year", version: "1" });
    const shown = await page(club.cookie);
    expect(shown).toContain("Verification Required");
    expect(shown).toContain("The list has no year");
    expect((await upload(club.cookie, { "again.pdf": pdf() })).status).toBe(303);
  });

  test("only one of two reviewers at once is stored", async () => {
    const club = await submitted({});
    const decide = (players: string) =>
      review(club.code, { decision: "approve", actualPlayers: players, notes: "", version: "1" });
    await Promise.all([decide("300"), decide("310")]);
    expect((await mailsOf(club.code)).filter((tag) => tag === "verification-decided")).toHaveLength(1);
  });
});

// product/verification.md#verification
describe("reminders", () => {
  /** Counts the reminders of a club, once its deadline is this many days away. */
  async function remindersOf({ code }: { code: string }, days: number): Promise<number> {
    await control
      .updateTable("clubs")
      .set({ verification_due_at: new Date(Date.now() + days * DAY).toISOString() })
      .where("code", "=", code)
      .execute();
    for (const _ of [1, 2]) await remindOfVerification(control);
    return (await mailsOf(code)).filter((tag) => tag === "verification-reminder").length;
  }

  test("reminders go out 7, 3 and 1 days before the deadline, once each, and to staff after it", async () => {
    const club = await clubAtDesk();
    expect(await remindersOf(club, 8)).toBe(0);
    expect(await remindersOf(club, 6.9)).toBe(1);
    expect(await remindersOf(club, -0.1)).toBe(1);
    const staffMail = await control
      .selectFrom("mails")
      .select("key")
      .where("key", "like", `verification-overdue:${club.code}%`)
      .execute();
    expect(staffMail).toHaveLength(1);
    expect((await world.ask("/dashboard", { cookie: club.cookie })).status).toBe(200);
  });

  test("reminders go out on days that staff added too, which are in use and no draft", async () => {
    const club = await clubAtDesk();
    const wording = { template: "verification-reminder", variant: "only" } as const;
    const own = templates["verification-reminder"].words.only as EmailWords;
    const save = async (state: "draft" | "active") => {
      const version = versionOfWords(await wordsVersions(control, wording));
      const words = { ...own, days: [14, 7, 3, 1] };
      expect(await saveWords(control, wording, { words, state, version }, "adm")).toEqual({ ok: true });
    };
    await save("draft");
    expect(await remindersOf(club, 13.9)).toBe(0);
    await save("active");
    expect(await remindersOf(club, 13.9)).toBe(1);
    expect(await remindersOf(club, 6.9)).toBe(2);
    await useWordsAgain(
      control,
      wording,
      { number: "own", version: versionOfWords(await wordsVersions(control, wording)) },
      "adm",
    );
    expect(await reminderDays(control)).toEqual([7, 3, 1]);
  });
});
