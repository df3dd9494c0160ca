import { afterAll, beforeAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, ada, mia, dana, rita } = await openLakeside();
const { closePrintPool } = await import("#app/print/print.server.ts");
const { renderAttachments, renderMail } = await import("#app/mail/render-mail.server.ts");
const { eraseSeasonMails } = await import("#app/domain/club/seasons/season-mails.server.ts");
const { deliverSeasonMail } = await import("#app/journeys/club-events/season-mail.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { dateAt } = await import("#app/domain/values/times.ts");
afterAll(async () => {
  await closePrintPool();
  await world.close();
});

const DAY_MS = 86_400_000;
const day = (days: number) => dateAt(new Date(Date.now() + days * DAY_MS), "America/Chicago");
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const season = async (name: string, from: number, to: number) => {
  const form = { name, startsOn: day(from), endsOn: day(to), teams: "all", description: "" };
  const answer = await world.ask("/seasons/new", { cookie: ada.cookie, form });
  expect(answer.status, await answer.text()).toBe(303);
  return /\/seasons\/([\w-]+)$/.exec(answer.headers.get("Location") ?? "")?.[1] ?? "";
};
let over = "";
beforeAll(async () => {
  await world.game(lakeside, hawks, 24 * 100, { final_score: 20, agreement: "agreed" });
  over = await season("Spring", -190, -80);
});

const preview = async (form: Record<string, string>, cookie = ada.cookie) => {
  const answer = await world.ask(`/seasons/${over}/board`, { cookie, form: { words: "", ...form } });
  return { status: answer.status, path: answer.headers.get("Location") ?? "", html: await answer.text() };
};
const read = async (path: string) =>
  (await (await world.ask(path, { cookie: ada.cookie })).text()).replaceAll("<!-- -->", "");
const send = (path: string) => world.ask(path, { cookie: ada.cookie, form: {} });
const mails = () =>
  world.control
    .selectFrom("mails")
    .selectAll()
    .where("tag", "=", "season-board")
    .orderBy("created_at")
    .execute();
const mailed = async () => (await mails()).map(({ to_address }) => to_address).sort();

// product/seasons.md#sending-a-season-to-the-board
test("a season is shown before it is sent, once, to each address with words, figures and its PDF", async () => {
  const { status, path } = await preview({
    addresses: "Chair@board.example, second@board.example\nchair@board.example",
    words: "Dear board,\n\n<b>well</b> done.",
  });
  expect(status).toBe(303);
  const html = await read(path);
  expect(html).toContain("2 addresses get this email");
  expect(html).toContain("&lt;b&gt;well&lt;/b&gt; done.");
  expect(html).toContain("1 of 1 rated game");
  expect(await mailed()).toEqual([]);
  await Promise.all([send(path), send(path)]);
  await send(path);
  expect(await mailed()).toEqual(["chair@board.example", "second@board.example"]);
  const [mail] = await mails();
  if (!mail) throw new Error("No email");
  const { subject, html: body, text } = renderMail(mail);
  expect(subject).toContain("Spring on the sidelines");
  expect(body).toContain("&lt;b&gt;well&lt;/b&gt; done.");
  expect(text).toContain("1 of 1 rated game");
  expect(text).toContain("1 perfect, 0 minor, 0 major");
  const [pdf] = await renderAttachments(mail);
  expect(pdf?.name).toMatch(/^season-[\d-]+\.pdf$/);
  expect(pdf?.content.subarray(0, 5).toString()).toBe("%PDF-");
  const kinds = await inFile((db) =>
    db.selectFrom("audit").select("kind").where("kind", "=", "records.season-mailed").execute(),
  );
  expect(kinds).toHaveLength(1);
});

test("an address that got the season is left out until it is requested again", async () => {
  const { path } = await preview({ addresses: "chair@board.example third@board.example" });
  expect(await read(path)).toContain("Left out, got it before");
  await send(path);
  expect((await mailed()).filter((to) => to === "chair@board.example")).toHaveLength(1);
  const nobody = await preview({ addresses: "chair@board.example" });
  expect(await read(nobody.path)).not.toContain("Send to 0");
  await send(nobody.path);
  expect(await mailed()).toHaveLength(3);
  const again = await preview({ addresses: "chair@board.example", again: "on" });
  await send(again.path);
  expect((await mailed()).filter((to) => to === "chair@board.example")).toHaveLength(2);
});

test("a season email delivered twice, as after a crash, is one email", async () => {
  const before = await mailed();
  const [sent] = await inFile((db) =>
    db.selectFrom("season_mails").select("id").where("sent_at", "is not", null).execute(),
  );
  await inFile((db) =>
    deliverSeasonMail(
      { control: world.control, db, club: { code: lakeside.code } },
      { kind: "season-mail", mailId: sent?.id ?? "" },
    ),
  );
  expect(await mailed()).toEqual(before);
});

test("addresses are read with names and semicolons, as mail programs copy them", async () => {
  const { path } = await preview({ addresses: "Chair Person <fourth@board.example>; fifth@board.example" });
  const html = (await read(path)).replaceAll("<wbr/>", "");
  expect(html).toContain("fourth@board.example, fifth@board.example");
});

test("wrong addresses, too many, and none are refused at the field", async () => {
  expect((await preview({ addresses: "" })).html).toContain("Enter at least one email address");
  expect((await preview({ addresses: "chair@board.example, nonsense" })).html).toContain("Check chair@board");
  const eleven = Array.from({ length: 11 }, (_, n) => `b${n}@board.example`).join("\n");
  expect((await preview({ addresses: eleven })).html).toContain("Enter at most 10 addresses");
});

test("administrators only, of the season's own club, and only once it is over", async () => {
  const { path } = await preview({ addresses: "chair@board.example" });
  for (const { cookie } of [mia, dana]) {
    expect((await world.ask(path, { cookie })).status).toBe(403);
    expect((await world.ask(path, { cookie, form: {} })).status).toBe(403);
    expect((await preview({ addresses: "a@board.example" }, cookie)).status).toBe(403);
  }
  expect((await world.ask(path, { cookie: rita.cookie })).status).toBe(404);
  const running = await season("Fall", -60, 5);
  expect((await world.ask(`/seasons/${running}/board`, { cookie: ada.cookie })).status).toBe(404);
  expect((await world.ask(path.replace(over, running), { cookie: ada.cookie })).status).toBe(404);
});

test("a club sends seasons to at most 30 addresses in a day, and may continue later after a refusal", async () => {
  const before = (await mailed()).length;
  const addresses = (n: number) =>
    Array.from({ length: 10 }, (_, index) => `p${n}-${index}@board.example`).join(" ");
  const paths = await Promise.all(
    [0, 1, 2].map(async (n) => (await preview({ addresses: addresses(n) })).path),
  );
  for (const path of paths) await send(path);
  expect((await mailed()).length).toBe(before + 20);
});

test("the recipients are erased a year later, and at once with the season", async () => {
  const later = new Date(Date.now() + 366 * DAY_MS);
  expect(await inFile((db) => inTransaction(db, (tx) => eraseSeasonMails(tx, new Date())))).not.toBeNull();
  expect(await inFile((db) => inTransaction(db, (tx) => eraseSeasonMails(tx, later)))).toBeNull();
  await preview({ addresses: "chair@board.example" });
  await world.ask(`/seasons/${over}/delete`, { cookie: ada.cookie, form: {} });
  expect(await inFile((db) => db.selectFrom("season_mails").selectAll().execute())).toEqual([]);
});
