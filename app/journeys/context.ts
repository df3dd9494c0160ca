import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/platform.server.ts";
import type { ClubUser } from "#app/domain/club/staff/club-user.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

/** What a guard hands to a public route: the control database and facts about the request. */
export interface PublicContext {
  control: ControlDb;
  platform: Platform;
  client: { ip: string; userAgent: string; requestId: string };
  /** Adds fields to the log line of this request. */
  note: RequestContext["note"];
  /** Runs work after the answer was sent. */
  onFinish: RequestContext["onFinish"];
}

/** What a guard hands to a route for signed-in members: also the file of the club that the session names. */
export interface ClubContext extends PublicContext {
  db: ClubDb;
  club: { code: string; name: string; state: string; timezone: string };
  user: ClubUser;
}

/** Enough to change a club's file and to deliver its outbox events afterwards. */
export type ClubFileContext = Pick<ClubContext, "control" | "db"> & {
  club: Pick<ClubContext["club"], "code">;
  /** Who changes it, for the club's audit log; absent for the platform itself. */
  user?: Pick<ClubUser, "accountId">;
  /** A parent by their agreement, who has no account. */
  parent?: { agreementId: string };
};
