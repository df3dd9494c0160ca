import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const { world, lakeside, riverside, hawks, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());
const { signAgreement } = await import("#app/domain/club/agreements/sign.server.ts");
const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
const { shownText } = await import("#app/domain/club/evidence/evidence.server.ts");
const { linkToken } = await import("#app/runtime/ids.server.ts");
const { closePrintPool } = await import("#app/print/print.server.ts");
afterAll(closePrintPool);
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");

const at = () => new Date().toISOString();
const change = <Result>(work: Parameters<typeof changeClub<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    changeClub({ control: world.control, db, club: { code: lakeside.code } }, work),
  );
const textHash = shownText({ name: lakeside.name, agreement_text: "", agreement_text_es: "" }, "es").hash;
async function signed(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@home.example`;
  const { agreementId } = await parentLink(world, lakeside, { name, email });
  const result = await change((tx) =>
    signAgreement(tx, {
      ...{
        agreementId,
        issue: 1,
        language: "es",
        ip: "192.0.2.7",
        userAgent: "Lynx/2.9",
        at: at(),
        textHash,
      },
      ...{ name, email, players: "K.", teamIds: [hawks], signature: name, signatureDate: "2026-11-22" },
    }),
  );
  expect(result).toMatchObject({ ok: true });
  return agreementId;
}
const anna = await signed("Anna");
await signed("Bert");
const cora = await signed("Cora");

const ask = (path: string, cookie?: string) => world.ask(path, { cookie });
const exported = async (path = "/agreements/export.json") => (await ask(path, ada.cookie)).text();
async function check(content: string | Uint8Array<ArrayBuffer>, name = "evidence.json") {
  const form = new FormData();
  form.append("file", new Blob([content]), name);
  const answer = await world.ask("/agreements/verify", { body: form });
  const page = (await answer.text()).replace(/<style[\s\S]*?<\/style>/, "").replaceAll("<!-- -->", "");
  return { status: answer.status, page };
}

describe("the export", () => {
  test("the export is for administrators of their own club", async () => {
    for (const path of ["/agreements/export.json", `/agreements/${anna}/export.json`]) {
      expect((await ask(path, mia.cookie)).status).toBe(403);
      expect((await ask(path, dana.cookie)).status).toBe(403);
      expect((await ask(path)).status).toBe(302);
    }
    expect((await ask(`/agreements/${anna}/export.json`, rita.cookie)).status).toBe(404);
    expect(await (await ask("/agreements/export.json", rita.cookie)).text()).toContain('"count":0');
    expect(riverside.code).not.toBe(lakeside.code);
  });

  test("the export is a download with all evidence in it", async () => {
    const answer = await ask("/agreements/export.json", ada.cookie);
    expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="evidence-lakeside-/);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const file = JSON.parse(await answer.text());
    expect(file.entries.map((entry: { person: { name: string } }) => entry.person.name)).toEqual([
      "Anna",
      "Bert",
      "Cora",
    ]);
    expect(Buffer.from(file.texts[textHash], "base64").toString()).toContain("Lakeside FC");
  });

  test("the export of an unsigned agreement redirects to its page", async () => {
    const { agreementId } = await parentLink(world, lakeside, {});
    const answer = await ask(`/agreements/${agreementId}/export.json`, ada.cookie);
    expect(answer.headers.get("Location")).toBe(`/agreements/${agreementId}`);
  });
});

describe("the PDF copy", () => {
  test("the PDF copy is for administrators, and for anybody with the parent's link", async () => {
    const club = await ask(`/agreements/${anna}/copy.pdf`, ada.cookie);
    expect(club.headers.get("Content-Type")).toBe("application/pdf");
    expect((await ask(`/agreements/${anna}/copy.pdf`, mia.cookie)).status).toBe(403);
    const link = await ask(`/parent/agreement/${linkToken("agreement", anna, 1)}/copy.pdf`);
    expect(link.headers.get("Cache-Control")).toBe("no-store");
    const pdf = new Uint8Array(await link.arrayBuffer());
    const { page } = await check(pdf, "agreement.pdf");
    expect(page).toContain("This file is whole");
    expect(page).toContain("anna@home.example");
    expect((await ask(`/parent/agreement/${"x".repeat(43)}/copy.pdf`)).status).toBe(404);
  });

  test("a member prints the PDF copy 60 times an hour, and is then told so on the agreement's page", async () => {
    const { mayUse } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
    for (let copies = 0; copies < 60; copies += 1)
      await mayUse("agreement-copy-account", lakeside.adminAccount);
    const late = await ask(`/agreements/${anna}/copy.pdf`, ada.cookie);
    expect(late.headers.get("Location")).toBe(`/agreements/${anna}`);
    const flash = late.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    const page = await ask(`/agreements/${anna}`, [ada.cookie, ...flash].join("; "));
    expect(await page.text()).toContain("You downloaded 60 PDF copies within an hour.");
    // The parent's own link has its own count.
    const link = await ask(`/parent/agreement/${linkToken("agreement", anna, 1)}/copy.pdf`);
    expect(link.status).toBe(200);
  });

  test("the PDF copy redirects to the page while nobody has signed", async () => {
    const { path } = await parentLink(world, lakeside, {});
    expect((await ask(`${path}/copy.pdf`)).headers.get("Location")).toBe(path);
  });

  test("the PDF copy goes with the mail to the typed address", async () => {
    const { renderAttachments } = await import("#app/mail/render-mail.server.ts");
    const mails = await world.control
      .selectFrom("mails")
      .selectAll()
      .where("tag", "=", "agreement-copy")
      .execute();
    const mail = mails.find((sent) => sent.to_address === "anna@home.example");
    const [file] = mail ? await renderAttachments(mail) : [];
    expect(file).toMatchObject({ name: "agreement.pdf", type: "application/pdf" });
    expect((await check(new Uint8Array(file?.content ?? []), "agreement.pdf")).page).toContain(
      "This file is whole",
    );
  });
});

describe("the page that checks a file", () => {
  test("the checking page finds the newest export whole and up to date", async () => {
    const { status, page } = await check(await exported());
    expect(status).toBe(200);
    expect(page).toContain("This file is whole");
    expect(page).toContain("the newest that Goodside has on record");
    expect(page).toContain("All agreements of Lakeside FC");
    expect(page).toContain("Signed: 3");
    // The whole export is about the club, so names in it are not repeated.
    expect(page).not.toContain("anna@home.example");
  });

  test("the checking page shows what one agreement proves, as text whatever was typed", async () => {
    const name = `<b>Eve</b>`;
    const id = await signed(name);
    const { page } = await check(await exported(`/agreements/${id}/export.json`));
    expect(page).toContain("This file is whole");
    expect(page).toContain("&lt;b&gt;Eve&lt;/b&gt;");
    expect(page).toContain("192.0.2.7");
    expect(page).toMatch(/lang="es[^"]*"><p>/);
  });

  test("the checking page names the record that was changed, removed or moved", async () => {
    const file = await exported();
    const changed = await check(file.replace("anna@home", "anne@home"));
    expect(changed.page).toContain("This file is not whole");
    expect(changed.page).toContain("The person of record 1 was changed.");
    const blocks = file.split(/(?=^,?\{"hash")/m);
    const removed = await check(blocks.toSpliced(2, 1).join(""));
    expect(removed.page).toContain("Before record 3, records were removed.");
    const moved = await check([blocks[0], blocks[1], blocks[3], blocks[2], ...blocks.slice(4)].join(""));
    expect(moved.page).toContain("Record 2 does not follow on the record before it");
  });

  test("the checking page says that newer records are missing in an older export", async () => {
    const older = await exported();
    await signed("Dora");
    const { page } = await check(older);
    expect(page).toContain("This file is whole");
    expect(page).toContain("not the newest that Goodside has on record");
  });

  test("the checking page keeps the proof of a person who was erased", async () => {
    await change((tx) => erasePerson(tx, cora, { by: "Ada Admin", at: at() }));
    const file = await exported();
    expect(file).not.toContain("cora@home.example");
    const { page } = await check(file);
    expect(page).toContain("This file is whole");
    expect(page).toContain("Person erased: 1");
    const one = await check(await exported(`/agreements/${cora}/export.json`));
    expect(one.page).toContain("Person erased");
    expect(one.page).not.toContain("Cora");
  });

  test("the checking page refuses anything else with a message, and leaves no file behind", async () => {
    expect(await check("")).toMatchObject({ status: 422 });
    expect((await check("not evidence")).page).toContain("No evidence of Goodside is in this file.");
    const saved = await check(JSON.stringify(JSON.parse(await exported()), null, 2));
    expect(saved.page).toContain("a program saved it again");
    const { existsSync, readdirSync } = await import("node:fs");
    const incoming = `${world.dataDir}/incoming`;
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });

  test("the checking page takes no text, which its form does not have", async () => {
    const body = new FormData();
    body.append("file", new Blob(["x"]), "evidence.json");
    body.append("note", "a".repeat(100_000));
    expect((await world.ask("/agreements/verify", { body })).status).toBe(413);
  });

  test("the checking page limits the files of one network", async () => {
    let last = 200;
    for (let tries = 0; tries < 20 && last !== 429; tries += 1) last = (await check("x")).status;
    expect(last).toBe(429);
  });
});
