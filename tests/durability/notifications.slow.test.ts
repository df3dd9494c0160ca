import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { staffOf } from "#tests/support/staff.ts";
import { Chance, pause } from "./chance.ts";
import { killHard } from "./processes.ts";
import { roundsInside, runOf } from "./run.ts";

const { world, lakeside } = await openLakeside();
const { control } = world;
const { env } = await import("#app/config/env.server.ts");
const { announceMaintenance, findMaintenance, maintenanceVersion, planMaintenance } = await import(
  "#app/domain/control/maintenance/maintenance.server.ts"
);
afterAll(() => world.close());

const rounds = roundsInside(runOf(process.env).rounds);
const { seed } = runOf(process.env);
const chance = new Chance(seed);
await staffOf(world).staff("super_admin");

// product/platform-staff.md#notification-center, product/operations.md#system-maintenance
test(
  `${rounds} times kill -9 of one of two processes that notify (seed ${seed}): each thing once, each reader once`,
  async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const writers = [notifier(), notifier()];
      for (let one = 0; one < 10; one += 1) await failedMail(`${round}-${one}`, `tag-${round}-${one}`);
      const planned = await plan();
      await pause(300 + chance.next() * 1_500);
      killHard(writers[0]?.pid ?? 0);
      await pause(chance.next() * 300);
      killHard(writers[1]?.pid ?? 0);
      // A job of a killed process is taken again once its lease is over.
      await control
        .updateTable("jobs")
        .set({ locked_until: new Date(0).toISOString() })
        .where("status", "=", "running")
        .execute();
      const last = notifier();
      await new Promise((resolve) => last.stdout?.once("data", resolve));
      await pause(500);
      killHard(last.pid ?? 0);
      const marks = await control.selectFrom("staff_notifications").select("mark").execute();
      expect(new Set(marks.map(({ mark }) => mark)).size).toBe(marks.length);
      expect(marks.filter(({ mark }) => mark.startsWith(`failed:tag-${round}-`))).toHaveLength(10);
      const mails = await control
        .selectFrom("mails")
        .select("key")
        .where("key", "like", `maintenance:${planned}:%`)
        .execute();
      expect(mails).toHaveLength(2);
    }
  },
  60_000 + rounds * 30_000,
);

function notifier() {
  return spawn(
    process.execPath,
    ["--import", "tsx", join("tests/durability/writers", "notifiers.ts"), env().dataDir],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
}

async function failedMail(id: string, tag: string): Promise<void> {
  await control
    .insertInto("mails")
    .values({
      ...{
        id,
        key: id,
        club_code: lakeside.code,
        stream: "outbound",
        tag,
        to_address: "pat@parents.example",
      },
      ...{
        reply_to: null,
        from_name: "",
        subject: "",
        html: "",
        text: "",
        variables: null,
        status: "failed",
      },
      ...{ provider_id: null, last_error: "no", created_at: new Date().toISOString(), attempted_at: null },
      ...{ sent_at: null, delivery: null },
    })
    .execute();
}

async function plan(): Promise<string> {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const times = { fromDate: day, fromTime: "10:00", toDate: day, toTime: "11:00" };
  const made = await planMaintenance(control, { ...times, timezone: "America/Chicago", words: "" }, "robin");
  if (!made.ok) throw new Error(made.problem);
  const row = await findMaintenance(control, made.id);
  if (!row) throw new Error("gone");
  await announceMaintenance(control, made.id, { version: maintenanceVersion(row), by: "robin" });
  return made.id;
}
