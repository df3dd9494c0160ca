import { seenPages } from "#app/config/acting-reach.ts";
import type { ClubUser } from "#app/domain/club/staff/club-user.ts";
import { isSupport, type Role } from "#app/permissions/club-permissions.ts";

/** Data of a signed-in page's shell. */
export interface ShellProps {
  clubName: string;
  clubCode: string;
  /** The version of its logo; null for the crest with initials. */
  clubLogo: string | null;
  name: string;
  role: Role;
  path: string;
  /** The pages that staff who act for the club reach; null for its own people, whose role says what they open. */
  opens: readonly string[] | null;
  /** True if there are other places to switch to. */
  severalClubs: boolean;
  /** Set while the club can only be read: when its year ended, until when that is, and whether the viewer may renew. */
  readOnly: { endedOn: string; until: string; renews: boolean } | null;
  /** True if the page's forms are disabled because the club is read-only. */
  formsClosed: boolean;
}

/** Returns the shell's props from the guard's context, without what the year's end changes. */
export function shellProps(
  ctx: {
    club: { name: string; code: string };
    user: ClubUser;
    session: { places: number | null; clubLogo: string | null };
  },
  request: Request,
): Omit<ShellProps, "readOnly" | "formsClosed"> {
  const { club, user, session } = ctx;
  return {
    clubName: club.name,
    clubCode: club.code.toUpperCase(),
    clubLogo: session.clubLogo,
    name: user.name,
    role: user.role,
    path: new URL(request.url).pathname,
    opens: isSupport(user.role) ? seenPages : null,
    severalClubs: (session.places ?? 0) > 1,
  };
}
