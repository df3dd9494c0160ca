import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testOnFiles } from "#tests/support/on-files.ts";

/** Three keys of this file: the first one, its successor, and one that sealed nothing. */
const [FIRST, NEXT, OTHER] = ["f1Rst", "nX3t", "0th3r"].map(
  (name) => `${name}-key-of-Installation-1234567890`,
) as [string, string, string];
process.env.INSTALLATION_KEY = FIRST;

const { folder, lakesideAndRiverside, backUp, restoreClub, restoreEverything } = await import("./fixture.ts");
const { runCommand, spawnCommand } = await import("#tests/support/command.ts");
const { parseEnv } = await import("#app/config/env.server.ts");
const { filesPool, keepFile, readKeptFile, removeKeptFile } = await import(
  "#app/db/postgres/files.server.ts"
);
const { keepOnlyKeyMark, keyState } = await import("#app/db/storage/key-marks.server.ts");
const { sealedAgain, storeDocument } = await import("#app/files/stored-documents.server.ts");
const { holdInstallationKey, sealAgain } = await import("#app/journeys/sealing/seal-again.server.ts");
const { sealWith, unsealWith } = await import("#app/runtime/seal.server.ts");
const { main: retention } = await import("#scripts/retention.ts");
const { main: sealing } = await import("#scripts/seal-again.ts");
const { main: verify } = await import("#scripts/verify.ts");
const { prepareData } = await import("#scripts/start/prepare-data.ts");
const { examine } = await import("#scripts/doctor/examine.ts");
const { sealRestored } = await import("#scripts/restore/uploads.ts");

const { world } = await lakesideAndRiverside();
const { control, dataDir } = world;
afterAll(() => world.close());

const SEED = "JBSWY3DPEHPK3PXP";
const ROSTER = "90 players on the roster";
const stored = join(dataDir, "uploads", "lakeside", "doc-1");

/** One member of the staff with an authenticator and one document, both sealed with the first key. */
await fill();
async function fill(): Promise<void> {
  const at = new Date().toISOString();
  const name = { first_name: "Rae", last_name: "Root", company: "" };
  await control
    .insertInto("platform_admins")
    .values({
      ...{ id: "rae", email: "rae@goodside.example", ...name, role: "super_admin" },
      ...{ password_hash: "x", password_changed_at: at, created_at: at, created_by: "test" },
    })
    .execute();
  const review = { number: 7, status: "approved" as const, actual_players: 90, notes: "", version: 1 };
  await control
    .insertInto("verifications")
    .values({
      ...{ id: "ver-1", club_code: "lakeside", ...review, reviewed_by: null },
      ...{ created_at: at, submitted_at: at, reviewed_at: at },
    })
    .execute();
  const sha256 = createHash("sha256").update(ROSTER).digest("hex");
  const row = { name: "roster.pdf", type: "pdf" as const, bytes: ROSTER.length, sha256, stored_at: at };
  await control
    .insertInto("verification_documents")
    .values({ id: "doc-1", verification_id: "ver-1", club_code: "lakeside", ...row })
    .execute();
}

beforeEach(async () => {
  await control.deleteFrom("platform_totp").execute();
  await control
    .insertInto("platform_totp")
    .values({
      admin_id: "rae",
      seed: sealWith(FIRST, SEED, "totp:rae"),
      confirmed_at: new Date().toISOString(),
      last_step: 0,
    })
    .execute();
  const database = filesPool();
  if (database) await removeKeptFile(database, "uploads/lakeside/doc-1");
  const plain = join(folder("plain"), "roster.pdf");
  writeFileSync(plain, ROSTER);
  await storeDocument("lakeside", "doc-1", plain);
  await keepOnlyKeyMark(control, FIRST);
});

const withKeys = (INSTALLATION_KEY: string, INSTALLATION_KEY_PREVIOUS?: string) => ({
  ...process.env,
  ...{ INSTALLATION_KEY, INSTALLATION_KEY_PREVIOUS },
});
const seedOpensWith = async (key: string) =>
  unsealWith(
    key,
    (await control.selectFrom("platform_totp").select("seed").executeTakeFirst())?.seed ?? "",
    "totp:rae",
  ) === SEED;
async function sealedDocument(): Promise<Buffer> {
  const database = filesPool();
  if (!database) return readFileSync(stored);
  return (await readKeptFile(database, "uploads/lakeside/doc-1")) as Buffer;
}
const documentOpensWith = async (key: string) =>
  sealedAgain(await sealedDocument(), { id: "doc-1", clubCode: "lakeside", keys: [key] }) !== null;
const wrongKey = "INSTALLATION_KEY is not the key that this data is sealed with.";

describe("a wrong key", () => {
  test.each([
    ["a command that opens the data", retention],
    ["verify", verify],
    ["seal-again", sealing],
  ])("a wrong key is refused by name by %s", async (_, main) => {
    const { status, said } = await runCommand(main, [], { env: withKeys(OTHER) });
    expect(said).toContain(wrongKey);
    expect(status).toBe(1);
    expect((await runCommand(main, [], { env: withKeys(FIRST) })).status).toBe(0);
  });

  test("a wrong key is refused by name at the start", async () => {
    const start = (key: string) => prepareData(parseEnv(withKeys(key)), () => {});
    await expect(start(OTHER)).rejects.toThrow(wrongKey);
    await start(FIRST);
  });

  test("the doctor reports a wrong key with the remedy", async () => {
    const about = async (env: NodeJS.ProcessEnv) => {
      const lines: string[] = [];
      await examine({ settings: parseEnv(env), engines: ">=20.19" }, (line) => lines.push(line));
      return lines.filter((line) => line.includes(" key: "));
    };
    expect(await about(withKeys(OTHER))).toEqual([
      expect.stringMatching(/^WRONG .*not the key.* -> Give the right one/),
    ]);
    expect(await about(withKeys(FIRST))).toEqual([expect.stringMatching(/^ok .*the one that this data/)]);
    expect(await about(withKeys(NEXT, FIRST))).toEqual([
      expect.stringMatching(/^warn .*-> npm run seal-again$/),
    ]);
    expect(await about(withKeys(FIRST, OTHER))).toEqual([
      expect.stringMatching(/^warn .*remove INSTALLATION_KEY_PREVIOUS/),
    ]);
  });

  test("a wrong key is noticed in data of a release that kept no mark, and a right one is marked", async () => {
    await control.deleteFrom("meta").where("key", "like", "installation key %").execute();
    await expect(holdInstallationKey(control, [OTHER])).rejects.toThrow(
      "does not open the authenticators of 1",
    );
    expect(await keyState(control, [OTHER])).toBe("unmarked");
    await holdInstallationKey(control, [FIRST]);
    expect(await keyState(control, [FIRST])).toBe("fits");
    expect(await keyState(control, [OTHER])).toBe("missing");
  });
});

describe("a new key", () => {
  test("a new key seals everything again, after which the earlier one opens nothing", async () => {
    await holdInstallationKey(control, [NEXT, FIRST]);
    const half = await runCommand(verify, [], { env: withKeys(NEXT) });
    expect(half.said).toContain("Part of this data is still sealed with an earlier key.");
    const { status, lines } = spawnCommand("seal-again", [], { env: withKeys(NEXT, FIRST) });
    expect(lines).toEqual([
      "1 of 1 document looked at",
      "1 authenticator and 1 document sealed again",
      "Everything that can be opened is sealed with the current key. Earlier keys are needed only by older backups.",
    ]);
    expect(status).toBe(0);
    expect([await seedOpensWith(NEXT), await seedOpensWith(FIRST)]).toEqual([true, false]);
    expect([await documentOpensWith(NEXT), await documentOpensWith(FIRST)]).toEqual([true, false]);
    expect((await runCommand(verify, [], { env: withKeys(NEXT) })).said).toContain("nothing is broken");
    expect((await runCommand(verify, [], { env: withKeys(FIRST) })).said).toContain(wrongKey);
  });

  test("a new key changes nothing the second time", async () => {
    const keys = [NEXT, FIRST] as const;
    await sealAgain(control, { keys, lostKey: false }, () => {});
    const [seed, document] = [
      await control.selectFrom("platform_totp").selectAll().execute(),
      await sealedDocument(),
    ];
    const again = await sealAgain(control, { keys, lostKey: false }, () => {});
    expect(again).toMatchObject({ seeds: 0, documents: 0, complete: true });
    expect(await control.selectFrom("platform_totp").selectAll().execute()).toEqual(seed);
    expect((await sealedDocument()).equals(document)).toBe(true);
  });

  test("a new key keeps asking for the earlier one while a document needs a third", async () => {
    const strange = await sealedAgain(await sealedDocument(), {
      ...{ id: "doc-1", clubCode: "lakeside", keys: [OTHER, FIRST] },
    });
    await replaceDocument(strange as Buffer);
    const { status, said } = await runCommand(sealing, [], { env: withKeys(NEXT, FIRST) });
    expect(said).toContain("uploads/lakeside/doc-1: no key opens this document");
    expect(said).toContain("An earlier key is still needed");
    expect(status).toBe(1);
    expect(await keyState(control, [NEXT])).toBe("missing");
    expect((await runCommand(sealing, [], { env: withKeys(NEXT, OTHER) })).said).toContain(
      "Part of this data",
    );
  });
});

async function replaceDocument(content: Buffer): Promise<void> {
  const database = filesPool();
  if (!database) return writeFileSync(stored, content);
  await removeKeptFile(database, "uploads/lakeside/doc-1");
  await keepFile(database, "uploads/lakeside/doc-1", content);
}

test("a lost key costs only the authenticators and the documents", async () => {
  const { status, lines } = await runCommand(sealing, ["--lost-key"], { env: withKeys(OTHER) });
  expect(lines).toEqual([
    "1 of 1 document looked at",
    "rae@goodside.example: sets up a new authenticator at the next sign-in",
    "uploads/lakeside/doc-1: no key opens this document",
    "0 authenticators and 0 documents sealed again",
    expect.stringContaining("Everything that can be opened"),
  ]);
  expect(status).toBe(0);
  expect(await control.selectFrom("platform_totp").selectAll().execute()).toEqual([]);
  const audit = await control
    .selectFrom("audit")
    .select(["kind", "subject"])
    .orderBy("seq", "desc")
    .execute();
  expect(audit[0]).toEqual({ kind: "staff.factor-removed", subject: "rae" });
  expect(await keyState(control, [OTHER])).toBe("fits");
  expect(await documentOpensWith(FIRST)).toBe(true);
});

describe("backups", () => {
  const sealAll = () => sealAgain(control, { keys: [NEXT, FIRST], lostKey: false }, () => {});
  const kept = (to: string) => readFileSync(join(to, "uploads", "lakeside", "doc-1"));

  testOnFiles("take a document again that was sealed again", async () => {
    const to = folder("backup");
    await backUp({ dataDir, to }, () => {});
    await sealAll();
    await backUp({ dataDir, to }, () => {});
    expect(kept(to).equals(readFileSync(stored))).toBe(true);
  });

  testOnFiles("are not restored with a key that does not open them, unless that one is lost", async () => {
    const to = folder("backup");
    await sealAll();
    await backUp({ dataDir, to }, () => {});
    const into = folder("restored");
    const at = { dataDir: into, mode: "test" as const };
    const keys = (installationKey: string) => ({ installationKey, installationKeyPrevious: null });
    await expect(restoreEverything(at, to, () => {}, { keys: keys(FIRST) })).rejects.toThrow(
      new RegExp(`^Nothing was replaced\\. ${wrongKey}.*npm run restore -- --from .* --lost-key$`),
    );
    expect(existsSync(join(into, "control.sqlite"))).toBe(false);
    await restoreEverything(at, to, () => {}, { keys: keys(FIRST), lostKey: true });
    await restoreEverything(at, to, () => {}, { keys: keys(NEXT) });
    expect(existsSync(join(into, "control.sqlite"))).toBe(true);
  });

  testOnFiles("of an earlier key give a club its documents sealed with today's", async () => {
    const [from, into] = [folder("backup"), folder("restored")];
    writeFileSync(join(from, "installation.key"), `${OTHER}\n`);
    const document = { id: "doc-1", clubCode: "lakeside" };
    const path = join(into, "lakeside", "doc-1");
    mkdirSync(join(into, "lakeside"));
    const older = sealedAgain(await sealedDocument(), { ...document, keys: [OTHER, FIRST] }) as Buffer;
    writeFileSync(path, older);
    expect(sealRestored(into, from, "lakeside", ["doc-1", "gone"])).toBe(0);
    expect(sealedAgain(readFileSync(path), { ...document, keys: [FIRST] })).not.toBeNull();
    writeFileSync(path, sealedAgain(older, { ...document, keys: [NEXT, OTHER] }) as Buffer);
    expect(sealRestored(into, from, "lakeside", ["doc-1"])).toBe(1);
  });

  testOnFiles("of a club say which documents stay closed", async () => {
    const from = folder("backup");
    await sealAll();
    await backUp({ dataDir, to: from }, () => {});
    const at = folder("site");
    cpSync(dataDir, at, { recursive: true });
    copyFileSync(join(from, "uploads", "lakeside", "doc-1"), join(at, "uploads", "lakeside", "doc-1"));
    const lines: string[] = [];
    await keepOnlyKeyMark(control, FIRST);
    await restoreClub(
      { platform: world.platform, dataDir, mode: "test" },
      { from, code: "lakeside" },
      (line) => lines.push(line),
    );
    expect(lines[0]).toContain("LAKESIDE: no key here opens 1 document; give the key of this backup");
  });
});
