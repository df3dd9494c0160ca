import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AppLoadContext } from "@remix-run/node";
import { accessOf } from "#app/auth/club-access.server.ts";
import { rememberedClub } from "#app/auth/guards.server.ts";
import { readPreferences } from "#app/auth/preferences.server.ts";
import { env } from "#app/config/env.server.ts";
import { filesOf } from "#app/db/change-stamp.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { clubMoments, clubPageState } from "#app/domain/club/page-state/page-state.server.ts";
import { termOf } from "#app/domain/control/billing/subscriptions.server.ts";
import { RENEWAL_REMINDER_DAYS } from "#app/domain/control/clubs/club-access.ts";
import { boardState } from "#app/domain/control/leaderboard/board.server.ts";
import { maintenanceBanner } from "#app/domain/control/maintenance/banner.server.ts";
import { keptFormState } from "#app/domain/control/sign-in/kept-forms.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Sources of a page besides its viewer's session and the club's file (`PageHandle.madeOf`). */
export type PageSource = "term" | "board" | "kept-form" | "roll-overs" | "year" | "agreement-mails";

/** Parts of a page request that its tag depends on. */
export interface TaggedRequest {
  /** Its path and query. */
  address: string;
  headers: Headers;
  context: AppLoadContext;
  madeOf: readonly PageSource[];
}

/**
 * Returns the ETag of a page: equal tags are equal pages, in every process and after a restart, because it is made of
 * the page's sources (docs/decisions/028). It is read before the loaders, so a change in between gives a page newer
 * than its tag: sent once too often, never a stale one.
 * @returns null if no cache may keep the page
 */
export async function pageTag({ address, headers, context, madeOf }: TaggedRequest): Promise<string | null> {
  const cookies = headers.get("Cookie") ?? "";
  // A message is shown once; and without our script a page in the browser's memory would not revalidate.
  if (import.meta.env.DEV || cookies.includes("flash=") || headers.has("Save-Data")) return null;
  const { remember, lite } = await readPreferences(cookies);
  if (!remember || lite) return null;
  const remembered = await rememberedClub({ request: { headers }, context });
  if (!remembered) return null;
  const { platform, session, code, db } = remembered;
  const { control } = platform;
  const at = now();
  const { seenAt: _, ...viewer } = session;
  const [state, banner, ...sources] = await Promise.all([
    clubPageState(db, at),
    maintenanceBanner(control),
    ...madeOf.map((source) => SOURCES[source]({ control, db, code, at, viewer: session.accountId, address })),
  ]);
  const parts = [
    release(),
    address,
    viewer,
    accessOf(session),
    dateAt(at, session.timezone ?? "UTC"),
    state,
    filesOf(platform, code),
    banner,
    banner && banner.starts_at <= at.toISOString(),
    sources,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

interface Asked {
  control: ControlDb;
  db: ClubDb;
  code: string;
  at: Date;
  /** Account of the viewer. */
  viewer: string;
  address: string;
}

const SOURCES: Record<PageSource, (asked: Asked) => Promise<unknown>> = {
  board: ({ control }) => boardState(control),
  "kept-form": ({ control, viewer, address }) => {
    const { pathname, search } = new URL(address, "http://here.invalid");
    return keptFormState(control, { accountId: viewer, address: pathname + search });
  },
  ...clubMoments,
  term: async ({ control, code, at }) => {
    const term = await termOf(control, code);
    const [remindedFrom] = RENEWAL_REMINDER_DAYS;
    const left = Date.parse(term.termEndsAt) - at.getTime();
    return [term, left > 0, left <= remindedFrom * DAY_MS, term.verificationDueAt > at.toISOString()];
  },
};

let ours: string | undefined;

/** Identifies the program, the settings that pages show, and the secrets of the links on them. */
function release(): string {
  if (ours === undefined) {
    const { mode, appUrl, sessionSecrets } = env();
    const program = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
    ours = program
      .update(JSON.stringify([process.version, mode, appUrl, sessionSecrets]))
      .digest("base64url");
  }
  return ours;
}
