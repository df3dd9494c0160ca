import { join } from "node:path";
import type { Clubs } from "#app/db/clubs.server.ts";
import { contactFile } from "../../tests/support/contact-files.ts";
import { season } from "../fixtures/season.ts";
import { dataDir } from "../fixtures/settings.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const ROWS = sized(100_000, 2_000);
const CODE = "demo1";
const AT = "2026-11-22T12:00:00.000Z";

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** One after another, each undone again. */
const ROUNDS = sized(4, 2);
const SAMPLE_MS = 20;

async function openClub() {
  await season();
  const { platform, closePlatform } = await import("#app/db/storage/platform.server.ts");
  const open = await platform();
  const lease = await open.clubs.lease(CODE);
  const club = { code: CODE, name: "Lakeside", state: "TX", timezone: "America/Chicago" };
  const ctx = {
    control: open.control,
    platform: open,
    db: lease.db,
    club,
    user: { name: "Ada Moreno", accountId: "ada" },
  };
  const close = async () => {
    lease.release();
    await closePlatform();
  };
  return { open, ctx, close };
}

async function measure(): Promise<Figure> {
  const { open, ctx, close } = await openClub();
  const { contactImports } = await import("#app/journeys/imports/imports.server.ts");
  // The first large file starts the import worker.
  const small = Buffer.from(contactFile("template", 2_000));
  const first = await contactImports.preview(ctx, { name: "a.csv", bytes: small, teamId: null });
  if (!first.ok) throw new Error(first.problem);
  const bytes = Buffer.from(contactFile("template", ROWS));
  const began = cpuMs();
  const preview = await contactImports.preview(ctx, { name: "parents.csv", bytes, teamId: null });
  if (!preview.ok) throw new Error(preview.problem);
  const read = cpuMs();
  const done = await contactImports.finish(ctx, preview.importId);
  const spent = cpuMs() - began;
  if (!done.ok) throw new Error(done.problem);
  const { added } = done.finished;
  // Other rows measure pages of the same club.
  const undone = await contactImports.undo(ctx, preview.importId);
  if (!undone.ok) throw new Error(undone.problem);
  const bare = await bareInserts(open.clubs, added);
  await close();
  return {
    figure: bare / spent,
    note: `${Math.round(spent)} ms of CPU (${Math.round(read - began)} to the preview) for ${added} contacts with ${ROWS} children, bare inserts ${Math.round(bare)} ms`,
  };
}

/**
 * Measures what imports leave in memory: the process after each, in rounds of the same file, and the highest within
 * each.
 */
async function measureMemory(): Promise<Figure> {
  const { ctx, close } = await openClub();
  const { contactImports } = await import("#app/journeys/imports/imports.server.ts");
  const bytes = Buffer.from(contactFile("template", ROWS));
  const mb = () => Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const before = mb();
  const peaks: number[] = [];
  const after: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let peak = 0;
    const sampling = setInterval(() => {
      peak = Math.max(peak, mb());
    }, SAMPLE_MS);
    const preview = await contactImports.preview(ctx, { name: "parents.csv", bytes, teamId: null });
    if (!preview.ok) throw new Error(preview.problem);
    const done = await contactImports.finish(ctx, preview.importId);
    if (!done.ok) throw new Error(done.problem);
    const undone = await contactImports.undo(ctx, preview.importId);
    clearInterval(sampling);
    if (!undone.ok) throw new Error(undone.problem);
    peaks.push(peak);
    after.push(mb());
  }
  await close();
  const [, second = 1] = peaks;
  return {
    figure: (peaks.at(-1) ?? 0) / second,
    note: `MB of the whole process: ${before} before, highest ${peaks.join(", ")}, after each ${after.join(", ")}`,
  };
}

/**
 * Measures CPU milliseconds for as many contacts, children, agreements and events through four prepared statements, in
 * one transaction, with the tables' indexes: the lower bound of any import. Making the rows is not counted.
 */
async function bareInserts(clubs: Clubs, contacts: number): Promise<number> {
  const { openFile } = await import("#app/db/file-engine.server.ts");
  const { newId } = await import("#app/runtime/ids.server.ts");
  const team = await clubs.use(CODE, (db) => db.selectFrom("teams").select("id").executeTakeFirstOrThrow());
  const people = Array.from({ length: contacts }, (_, n) => ({ id: newId(), agreement: newId(), n }));
  const tables: Record<string, Record<string, unknown>[]> = {
    contacts: people.map(({ id, n }) => ({
      id,
      name: `Ana Parker ${n}`,
      name_key: `ana parker ${n}`,
      email: `ana.parker.${n}@bare.example`,
      email_key: `ana.parker.${n}@bare.example`,
      language: "en",
      source: "import",
      import_id: "bare",
      delivery: null,
      mail_stopped_at: null,
      erased_at: null,
      created_at: AT,
      updated_at: AT,
    })),
    children: Array.from({ length: ROWS }, (_, n) => ({
      id: newId(),
      contact_id: people[n % contacts]?.id,
      name: `Max Parker ${n}`,
      name_key: `maxparker${n}`,
      team_id: team.id,
      age_group: "U-12",
      import_id: "bare",
      created_at: AT,
      updated_at: AT,
    })),
    agreements: people.map(({ id, agreement, n }) => ({
      id: agreement,
      contact_id: id,
      name_key: `ana parker ${n}`,
      status: "pending",
      issue: 0,
      added_at: AT,
      reminders_sent: 0,
      paper: 0,
      to_match: 0,
    })),
    agreement_events: people.map(({ agreement }) => ({
      id: newId(),
      agreement_id: agreement,
      kind: "added",
      at: AT,
      by_name: "Ada Moreno",
      detail: "import",
      key: null,
    })),
  };
  const file = openFile(join(dataDir, "clubs", `${CODE}.sqlite`));
  try {
    const inserts = Object.entries(tables).map(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {});
      const sql = `insert into ${table} (${columns.join(", ")}) values (${columns.map((name) => `@${name}`).join(", ")})`;
      return { insert: file.prepare(sql), rows };
    });
    const began = cpuMs();
    file.exec("begin immediate");
    for (const { insert, rows } of inserts) for (const row of rows) insert.run(row);
    file.exec("commit");
    const spent = cpuMs() - began;
    file.exec("delete from contacts where import_id = 'bare'");
    return spent;
  } finally {
    file.close();
  }
}

export const rows: Row[] = [
  {
    area: "contacts",
    what: "contacts import of 100,000 rows, from bytes to commit, against bare inserts of the same rows: rows a CPU second",
    unit: "times",
    better: "more",
    floor: 0.3,
    goal: 0.5,
    measure,
  },
  {
    area: "contacts",
    what: `${ROUNDS} contacts imports of 100,000 rows, one after another: highest memory of the last against the second`,
    unit: "times",
    better: "less",
    floor: 1.2,
    goal: 1.05,
    measure: measureMemory,
  },
];
