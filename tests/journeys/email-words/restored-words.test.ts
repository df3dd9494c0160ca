import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { control } = world;
const backup = mkdtempSync(join(tmpdir(), "goodside-words-backup-"));
const restored = mkdtempSync(join(tmpdir(), "goodside-words-restored-"));
afterAll(async () => {
  await world.close();
  for (const folder of [backup, restored]) rmSync(folder, { recursive: true, force: true });
});
const { backUp } = await import("#scripts/backup/backup.ts");
const { restoreEverything } = await import("#scripts/restore/everything.ts");
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { saveWords, versionOfWords, wordsVersions } = await import(
  "#app/journeys/email-words/email-words.server.ts"
);
const { wordsInUse } = await import("#app/mail/email-words.server.ts");
const { ownWords } = await import("#app/mail/email-words.ts");
const { renderMail } = await import("#app/mail/render-mail.server.ts");
const { kindOf, templates } = await import("#app/mail/templates.ts");
const { queueMail } = await import("#app/queue/mail-queue.server.ts");

const wording = { template: "reward-earned", variant: "team" } as const;
const kind = kindOf(wording.template);
if (!kind) throw new Error("no such email");
const own = ownWords(kind, wording.variant);
type Control = typeof control;
const versionNow = async (db: Control) => versionOfWords(await wordsVersions(db, wording));
const use = async (db: Control, heading: string, version?: string) =>
  saveWords(
    db,
    wording,
    { words: { ...own, heading }, state: "active", version: version ?? (await versionNow(db)) },
    by,
  );
const headingOf = async (db: Control) => {
  const mail = await db.selectFrom("mails").selectAll().where("key", "=", "waits").executeTakeFirstOrThrow();
  return /(First|Second|Third) heading/.exec(renderMail(mail, await wordsInUse(db)).text)?.[0];
};
await world.signInStaff("super_admin");
const { id: by } = await control.selectFrom("platform_admins").select("id").executeTakeFirstOrThrow();

// product/emails.md#words-of-emails
test("a restored platform uses the words of its backup, also for what waits, and refuses a form of later ones", async () => {
  expect(await use(control, "First heading")).toEqual({ ok: true });
  await queueMail(control, {
    ...{ key: "waits", to: "mia@people.example", template: wording.template },
    variables: { ...templates[wording.template].samples[0], waits: false },
  } as Parameters<typeof queueMail>[1]);
  expect(await backUp({ dataDir: world.dataDir, to: backup }, () => {})).toBe(0);
  expect(await use(control, "Second heading")).toEqual({ ok: true });
  const ofLater = await versionNow(control);
  expect(await headingOf(control)).toBe("Second heading");

  await restoreEverything({ dataDir: restored, mode: "test" }, backup, () => {});
  const site = await openPlatform({ dataDir: restored, mode: "test", migrateOnOpen: false });
  try {
    expect(await headingOf(site.control)).toBe("First heading");
    // The version has the number of the one that is lost, and other words.
    expect(await use(site.control, "Third heading", ofLater)).toMatchObject({ problem: "stale" });
    expect(await use(site.control, "Third heading")).toEqual({ ok: true });
    expect(
      (await wordsVersions(site.control, wording)).map(({ number, state }) => `${number} ${state}`),
    ).toEqual(["2 active", "1 former"]);
    expect(await use(site.control, "Second heading", ofLater)).toMatchObject({ problem: "stale" });
    expect(await headingOf(site.control)).toBe("Third heading");
  } finally {
    await site.close();
  }
}, 60_000);
