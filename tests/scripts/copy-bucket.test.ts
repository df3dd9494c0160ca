import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startBucket } from "../support/bucket.ts";
import { runCommand } from "../support/command.ts";
import { clubPath, folder, lakesideAndRiverside, openFile } from "./fixture.ts";

const { parseEnv } = await import("#app/config/env.server.ts");
const { parseManifest } = await import("#app/db/backup-manifest.server.ts");
const { readCopyState } = await import("#app/db/copy-state.server.ts");
const { BucketStore } = await import("../../scripts/copy/bucket.ts");
const { Copier } = await import("../../scripts/copy/round.ts");
const copyMain = (await import("../../scripts/copy.ts")).main;
const restoreMain = (await import("../../scripts/restore.ts")).main;
const { world, hawks } = await lakesideAndRiverside();
const { dataDir } = world;
mkdirSync(join(dataDir, "uploads", "lakeside"), { recursive: true });
writeFileSync(join(dataDir, "uploads", "lakeside", "document"), "sealed");

const bucket = await startBucket();
afterAll(() => bucket.close());
const environment = (dir = dataDir) => ({ APP_MODE: "test", PORT: "0", DATA_DIR: dir, ...bucket.env });
const target = (more: Record<string, string> = {}) => {
  const { copyTo } = parseEnv({ ...environment(), ...more });
  if (copyTo?.kind !== "bucket") throw new Error("This is no bucket");
  return copyTo;
};
let copier: InstanceType<typeof Copier>;
beforeEach(() => {
  rmSync(join(dataDir, "continuous-copy.json"), { force: true });
  bucket.objects.clear();
  bucket.faults.length = 0;
  copier = newCopier();
});
/** Creates a copier that retries a failing store at once. */
const newCopier = (to = target()) => new Copier(dataDir, to, 1);
const look = () => copier.round(false);
const rename = (name: string) =>
  world.platform.clubs.use("lakeside", (db) =>
    db.updateTable("teams").set({ name }).where("id", "=", hawks).execute(),
  );
const names = () => [...bucket.objects.keys()].sort();

// product/operations.md#continuous-copy
describe("a continuous copy in a bucket", () => {
  test("a copy in a bucket has every file of the backup below its prefix, even if a list has pages", async () => {
    expect(await look()).toMatchObject({ copied: 4, clubs: 2, failed: [] });
    expect(names()).toEqual(
      [
        expect.stringMatching(/^club\/clubs\/lakeside-[0-9a-f]{16}\.sqlite$/),
        expect.stringMatching(/^club\/clubs\/riverside-[0-9a-f]{16}\.sqlite$/),
        "club/continuous-copy.json",
        expect.stringMatching(/^club\/control-[0-9a-f]{16}\.sqlite$/),
        "club/installation.key",
        "club/manifest.json",
        "club/uploads/lakeside/document",
      ].filter((name) => name !== "club/installation.key" || bucket.objects.has(String(name))),
    );
    // A process that starts anew lists the target, and copies nothing twice.
    copier = newCopier();
    expect(await look()).toMatchObject({ copied: 0 });
    expect(readdirSync(join(dataDir, "copy-work", "clubs"))).toEqual([]);
  });

  test("a copy in a bucket outlasts a broken connection, a busy store and a lost answer", async () => {
    await look();
    for (const [n, how] of (["cut", "lost", "busy"] as const).entries()) {
      await rename(`Hawks ${n}`);
      for (const [method, key] of [
        ["PUT", "lakeside"],
        ["PUT", "manifest.json"],
        ["PUT", "continuous-copy.json"],
        ["GET", "continuous-copy.json"],
      ] as const)
        bucket.faults.push({ method, key, how, times: 1 });
      expect(await look()).toMatchObject({ copied: 1, failed: [] });
      bucket.faults.length = 0;
    }
    // The store does not return: the last whole copy stays, and the next round continues.
    const before = bucket.objects.get("club/manifest.json")?.toString();
    await rename("Falcons");
    bucket.faults.push({ method: "PUT", key: "continuous-copy.json", how: "lost", times: 9 });
    await expect(look()).rejects.toThrow();
    bucket.faults.length = 0;
    expect(readCopyState(dataDir)?.problem).not.toBeNull();
    expect(await look()).toMatchObject({ failed: [] });
    expect(bucket.objects.get("club/manifest.json")?.toString()).not.toBe(before);
  });

  test("a copy in a bucket is refused with a wrong secret, which neither note nor error contains", async () => {
    const wrong = "another-secret-that-nobody-may-read";
    copier = newCopier(target({ AWS_SECRET_ACCESS_KEY: wrong }));
    const error = await look().catch((thrown: Error) => thrown.message);
    expect(error).toContain("the store answers 403 (SignatureDoesNotMatch)");
    for (const secret of [wrong, bucket.secret, bucket.env.AWS_ACCESS_KEY_ID]) {
      expect(error).not.toContain(secret);
      expect(JSON.stringify(readCopyState(dataDir))).not.toContain(secret);
    }
  });

  test("a copy in a bucket is restored by one command, which takes the bucket over", async () => {
    await rename("Acknowledged");
    expect(await runCommand(copyMain, [], { env: environment() })).toMatchObject({
      status: 0,
      said: expect.stringContaining("s3://copies/club holds 2 clubs"),
    });
    const second = folder("second");
    const restored = await runCommand(restoreMain, ["--from", bucket.env.COPY_TO, "--take-over"], {
      env: environment(second),
    });
    expect(restored).toMatchObject({ status: 0 });
    const file = openFile(clubPath(second, "lakeside"));
    expect(file.prepare("select name from teams where id = ?").pluck().get(hawks)).toBe("Acknowledged");
    file.close();
    expect(readdirSync(second).filter((name) => name.startsWith(".fetched"))).toEqual([]);
    expect(readdirSync(join(second, "uploads", "lakeside"))).toEqual(["document"]);
    await expect(look()).rejects.toThrow("the copy of another data folder");
    expect(await runCommand(copyMain, [], { env: environment(second) })).toMatchObject({ status: 0 });
  });

  test("a copy in a bucket shrinks a manifest of many clubs", async () => {
    const work = folder("work");
    const store = new BucketStore(target(), work);
    const text = `{"text":"${"0123456789".repeat(20_000)}"}`;
    await store.write("large.json", text);
    expect(bucket.objects.get("club/large.json")?.length).toBeLessThan(20_000);
    expect(await store.read("large.json")).toBe(text);
    expect(await store.read("none.json")).toBeNull();
    expect(() => parseManifest(text, "it")).toThrow("no manifest");
  });
});

describe("COPY_TO", () => {
  const given = { COPY_TO: "s3://my.copies/a/b/", AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
  const parsed = (more: Record<string, string | undefined>) =>
    parseEnv({ APP_MODE: "test", ...given, ...more }).copyTo;

  test("COPY_TO may name a bucket of Amazon's, or of another store", () => {
    expect(parsed({})).toMatchObject({
      bucketUrl: "https://s3.us-east-1.amazonaws.com/my.copies",
      prefix: "a/b",
    });
    expect(parsed({ COPY_TO: "s3://copies", AWS_REGION: "eu-west-1" })).toMatchObject({
      bucketUrl: "https://copies.s3.eu-west-1.amazonaws.com",
      prefix: "",
    });
    expect(parsed({ COPY_TO: "s3://copies", COPY_ENDPOINT: "https://s3.example.com/" })).toMatchObject({
      bucketUrl: "https://s3.example.com/copies",
    });
  });

  test.each([
    [{ AWS_SECRET_ACCESS_KEY: "" }, "AWS_SECRET_ACCESS_KEY is missing"],
    [{ AWS_ACCESS_KEY_ID: "" }, "AWS_ACCESS_KEY_ID is missing"],
    [{ COPY_TO: "s3://Copies!" }, "is no bucket"],
    [{ COPY_TO: "ftp://copies" }, "is no bucket"],
    [{ COPY_TO: "s3://copies/../other" }, "is no bucket"],
    [{ COPY_ENDPOINT: "http://s3.example.com" }, "has to start with https://"],
    [{ COPY_ENDPOINT: "https://me:secret-word@s3.example.com" }, "has a password in it"],
    [{ COPY_ENDPOINT: "nowhere" }, "is no address"],
  ])("COPY_TO refuses %o", (more, problem) => {
    expect(() => parsed(more)).toThrow(problem);
    expect(() => parsed(more)).not.toThrow("secret-word");
  });
});
