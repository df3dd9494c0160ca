import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import type { ActingStaff, ClubMember, ClubUser } from "#app/domain/club/staff/club-user.ts";
import type { PostalAddress } from "#app/domain/values/postal-address.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

/** Context that a guard hands to a public route: the control database and facts about the request. */
export interface PublicContext {
  control: ControlDb;
  platform: Platform;
  client: { ip: string; userAgent: string; requestId: string };
  /** Adds fields to the log line of this request. */
  note: RequestContext["note"];
  /** Runs work after the answer was sent. */
  onFinish: RequestContext["onFinish"];
}

/** Context that a guard hands to a route for signed-in members, with the file of the session's club. */
export interface ClubContext extends PublicContext {
  db: ClubDb;
  club: { code: string; name: string; state: string; timezone: string };
  user: ClubMember;
}

/** The same for what the platform's staff may do too who act for the club (product/support.md#acting-for-a-club). */
export type ClubOrSupportContext = Omit<ClubContext, "user"> & { user: ClubUser };

/** Enough to change a club's file and to deliver its outbox events afterwards. */
export type ClubFileContext = Pick<ClubContext, "control" | "db"> & {
  club: Pick<ClubContext["club"], "code">;
  /** Author of the change, for the club's audit log; absent for the platform itself. */
  user?: Pick<ClubMember, "accountId"> | ActingStaff;
  /** A parent by their agreement, who has no account. */
  parent?: { agreementId: string };
};

/** A club at one look of the jobs process. */
export type ClubWeek = Pick<ClubFileContext, "control" | "db"> & {
  club: { code: string; name: string; email: string; timezone: string; color: string | null } & PostalAddress;
  /** The moment of the look. */
  at: Date;
  /** The moment that the step itself had asked for and that has come; null at its first look and after a change. */
  planned: Date | null;
  /** True if the step looks at this club for the first time: earlier events are old. */
  first: boolean;
};

/** One kind of work of a club's week (product/operations.md#timetable). */
export interface ClubWeekStep {
  name: string;
  /**
   * `change`: runs after every change of the club's file, and at the moment it asked for. `change-but-rating`: the
   * same, but not after ratings, which give it nothing to do before that moment. `plan`: only at that moment.
   * `every-look`: whenever the club is looked at; it must be cheap.
   */
  runs: "change" | "change-but-rating" | "plan" | "every-look";
  /** True if it runs for a suspended club too, as the erasing of personal data does. */
  alsoSuspended?: true;
  /** True if it pauses while a club is read-only: it asks for input that is refused then. */
  onlyOpen?: true;
  /**
   * Does what is due. It may run twice for one moment, so what it sends has keys.
   * @returns when it next has something to do; null for nothing before the next change
   */
  run(week: ClubWeek): Promise<Date | null>;
}
