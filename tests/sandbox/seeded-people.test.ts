import { afterAll, expect } from "vitest";
import { parseEnv } from "#app/config/env.server.ts";
import { testOnFiles } from "#tests/support/on-files.ts";
import { openWorld } from "#tests/support/world.ts";
import { demoPeople, KNOWN } from "../../sandbox/demo-people.ts";

const world = await openWorld();
afterAll(() => world.close());
const { noteDemoPeople } = await import("../../sandbox/demo/passwords.ts");
const { seedSynthetic } = await import("#scripts/seed/synthetic.ts");
const { readOptions } = await import("#scripts/seed/options.ts");
const { welcome } = await import("#scripts/start/welcome.ts");

const banner = () => welcome(parseEnv({ APP_MODE: "demo", DATA_DIR: world.dataDir }));

testOnFiles(
  "the banner and /sandbox offer the accounts of made-up clubs, not those of the demo that is not there",
  async () => {
    await noteDemoPeople(world.platform, world.dataDir);
    expect(demoPeople(world.dataDir)).toEqual({ club: null, coach: null, manager: null, staff: [] });
    expect(await banner()).not.toContain("/club/login");

    const options = readOptions(["--clubs", "1", "--teams", "1", "--games", "1", "--workers", "1"]);
    if (!options) throw new Error("No options");
    await seedSynthetic(world.platform, world.dataDir, options);
    await noteDemoPeople(world.platform, world.dataDir);
    const { club, coach, manager } = demoPeople(world.dataDir);
    expect(club).toEqual({ code: "SEED1", password: "Sideline-Seed-1" });
    expect([coach?.email, manager?.email]).toEqual(["coach-1-1@seed.example", "manager-1-1@seed.example"]);
    expect(await banner()).toContain("SEED1");
    expect(await banner()).not.toMatch(new RegExp(`${KNOWN.club.code}|/admin/login`));
  },
);
