import { type DemoClub, type DemoTeam, demoClubs } from "../../sandbox/demo/story.ts";
import { dataDir } from "./settings.ts";

/** A data folder with a club of ten teams in the middle of its season, and who is signed in there. */
export interface Season {
  dataDir: string;
  /** Cookie headers of sessions that are live. */
  cookies: { admin: string; manager: string };
}

const MANAGER = "Max Ortega";
const names = ["Hawks", "Eagles", "Tigers", "Lions", "Otters", "Falcons", "Bears", "Wolves", "Foxes", "Owls"];

let made: Promise<Season> | undefined;

/** Written once a run. One person manages all ten teams: the fullest pages that somebody at the field may see. */
export function season(): Promise<Season> {
  made ??= writeSeason();
  return made;
}

async function writeSeason(): Promise<Season> {
  const { platform, closePlatform } = await import("#app/db/platform.server.ts");
  const { startSession } = await import("#app/auth/session.server.ts");
  const { seedDemo } = await import("../../sandbox/demo/seed.ts");
  const { accountId } = await import("../../sandbox/demo/people.ts");
  const open = await platform();
  await seedDemo(open, [lakeside, ...demoClubs.filter(({ code }) => code !== lakeside.code)]);
  const signIn = async (account: string) => {
    const cookie = await startSession(open.control, {
      accountId: account,
      clubCode: lakeside.code,
      remember: true,
      ip: "127.0.0.1",
      userAgent: "bench",
    });
    return cookie.split(";")[0] ?? "";
  };
  const cookies = {
    admin: await signIn(`demo-${lakeside.code}`),
    manager: await signIn(accountId(lakeside, MANAGER)),
  };
  await closePlatform();
  return { dataDir, cookies };
}

const [lakesideOfTheDemo] = demoClubs;
if (!lakesideOfTheDemo) throw new Error("The demo has no club");
const stories = lakesideOfTheDemo.teams;
const lakeside: DemoClub = {
  ...lakesideOfTheDemo,
  teams: names.map((name, at) => ({ ...(stories[at % stories.length] as DemoTeam), name, manager: MANAGER })),
};
