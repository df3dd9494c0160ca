import { openApp } from "../fixtures/app.ts";
import { median, percentile } from "../fixtures/median.ts";
import { SIGNERS, season } from "../fixtures/season.ts";
import type { Server } from "../fixtures/server.ts";
import type { Figure, Row } from "../row.ts";

const AT_ONCE = 50;
/** One after the other, before the crowd. */
const ALONE = 20;

const BOXES = ["positiveSupport", "respectReferees", "followClubCode", "reportIncidents", "modelBehavior"];

/** Returns the form of a page as a parent submits it; all parents of the club sign the same text on the same day. */
async function filledForm(app: Server, path: string): Promise<string> {
  const { body } = await app.ask(path, { "Accept-Encoding": "identity" });
  const html = body.toString();
  const typed = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";
  const form = new URLSearchParams({
    ...{ intent: "sign", textHash: typed("textHash"), signatureDate: typed("signatureDate") },
    ...{ parentName: "Pat Parent", parentEmail: "pat@parents.example", childName: "Sam" },
    ...{ teams: typed("teams"), consent: "on", digitalSignature: "Pat Parent" },
  });
  for (const box of BOXES) form.set(box, "on");
  return form.toString();
}

/** Measures how long a parent waits for the signature, with the whole answer. */
async function msToSign(app: Server, path: string, form: string): Promise<number> {
  const began = performance.now();
  const { status, headers } = await app.ask(
    path,
    { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
    form,
  );
  const signed = status === 303 && !headers.location?.includes("already");
  if (!signed) throw new Error(`Signing answered ${status}`);
  return performance.now() - began;
}

/** Signs for one club at once, so that all write into the same file and the same chain. */
async function signTogether(): Promise<Figure> {
  const app = await openApp();
  const { signers } = await season();
  const [first = ""] = signers;
  const form = await filledForm(app, first);
  const alone: number[] = [];
  for (const path of signers.slice(0, ALONE)) alone.push(await msToSign(app, path, form));
  const waiting = signers.slice(ALONE);
  const together: number[] = [];
  // Parents have read the page before: their connections are open.
  await Promise.all(waiting.slice(0, AT_ONCE).map((path) => app.ask(path)));
  const cpuBefore = app.cpuMs();
  const hand = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) together.push(await msToSign(app, path, form));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
  const cpu = (app.cpuMs() - cpuBefore) / together.length;
  return {
    figure: Math.round(percentile(together, 0.99)),
    note: `median ${median(together).toFixed(0)} ms, alone ${median(alone).toFixed(0)} ms; ${cpu.toFixed(1)} ms of CPU`,
  };
}

export const rows: Row[] = [
  {
    area: "signing",
    what: `p99 of a signature while ${AT_ONCE} parents of one club sign at once (${SIGNERS - ALONE} in all)`,
    unit: "ms",
    better: "less",
    floor: 1_500,
    goal: 500,
    measure: signTogether,
  },
];
