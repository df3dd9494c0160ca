import { afterAll, expect } from "vitest";
import { clubSnapshot } from "#tests/support/club-snapshot.ts";
import { type ContactSource, contactFile } from "#tests/support/contact-files.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside } = await openLakeside();
const { contactImports } = await import("#app/journeys/imports/imports.server.ts");
const lease = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  lease.release();
  await world.close();
});
const ctx = {
  control: world.control,
  platform: world.platform,
  db: lease.db,
  club: { code: lakeside.code, name: lakeside.name, state: "TX", timezone: "America/Chicago" },
  user: { name: "Ada Admin", accountId: "ada" },
};
/** Reads the whole file but the list of imports and the audit log, which keep a line of each in any case. */
const database = () => clubSnapshot(world.dataDir, lakeside.code, ["imports", "audit", "outbox"]);

async function imported(text: string) {
  const file = { name: "parents.csv", bytes: new TextEncoder().encode(text), teamId: null };
  const made = await contactImports.preview(ctx, file);
  if (!made.ok) throw new Error(made.problem);
  const opened = await contactImports.open(ctx, made.importId);
  expect(opened).toMatchObject({ state: "preview", summary: { next: "preview", counts: { error: 0 } } });
  const result = await contactImports.finish(ctx, made.importId);
  if (!result.ok) throw new Error(result.problem);
  return result.finished;
}

/** The first family was there before and has to stay as it was. */
const FIRST = "parent_email\nana.alvarez.0@parents.example\n";

/** Checks that a source's rows are imported without a question, change nothing again, and leave the file as it was. */
export async function comesAndGoes(source: ContactSource, rows: number): Promise<void> {
  await imported(FIRST);
  const before = await database();
  const file = contactFile(source, rows);
  const { id, added, changed } = await imported(file);
  expect(added + changed).toBeGreaterThan(rows / 2);
  const after = await database();
  expect(after.contacts).not.toBe(before.contacts);
  expect(await imported(file)).toMatchObject({ added: 0, changed: 0, skipped: 0 });
  expect(await database()).toEqual(after);
  expect(await contactImports.undo(ctx, id)).toEqual({ ok: true });
  expect(await database()).toEqual(before);
}
