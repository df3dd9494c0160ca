import { takeBaseline } from "#tests/security/baseline.ts";
import { discover, type Surface } from "#tests/security/discover.ts";
import { type Actor, openFixture } from "#tests/security/fixture.ts";
import { Served } from "#tests/security/served.ts";
import { openCounts } from "#tests/support/counts.ts";

/** A server with a season, and everything that its pages offer. */
export interface ScanTarget {
  url: string;
  actors: Actor[];
  surface: Surface;
  /** The only other origin that an answer may lead to: the stub of the payment page. */
  payAt: string;
  /** Runs work while the data is not reset, starting from the original data. */
  calmly: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

export interface Report {
  summary: string;
  findings: string[];
}

/** Interval at which data and limits are reset: neither a lost session nor a 429 hides the code behind it. */
const PUT_BACK_EVERY_MS = 1_000;

/** Starts the web process as built, on loopback and a folder of its own. */
export async function openTarget(): Promise<ScanTarget> {
  const fixture = await openFixture();
  const { dataDir } = fixture.world;
  const served = await Served.start(dataDir, { LOG_LEVEL: "error" });
  const baseline = await takeBaseline(dataDir);
  const counts = await openCounts(dataDir);
  let calm = false;
  const putBack = async () => {
    await counts.forget();
    await baseline.restore();
  };
  const timer = setInterval(() => {
    if (!calm) void putBack();
  }, PUT_BACK_EVERY_MS);
  const ask = (path: string, { cookie }: { cookie?: string } = {}) =>
    fetch(served.url + path, { redirect: "manual", headers: cookie ? { Cookie: cookie } : {} });
  const surface = await discover({ ...fixture, world: { ask } });
  return {
    url: served.url,
    actors: fixture.actors,
    surface,
    payAt: fixture.payAt,
    async calmly(work) {
      calm = true;
      await putBack();
      try {
        return await work();
      } finally {
        calm = false;
      }
    },
    async close() {
      clearInterval(timer);
      await served.stop();
      await baseline.close();
      await counts.close();
      await fixture.close();
    },
  };
}
