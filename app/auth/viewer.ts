import type { ClubUser, Role } from "./permissions.ts";

/** Who looks at a signed-in page, as its shell shows it. */
export interface Viewer {
  clubName: string;
  clubCode: string;
  name: string;
  role: Role;
  /** Who belongs to more than one club can switch. */
  severalClubs?: boolean;
  path: string;
}

/** What a loader gives its page of the guard's answer. */
export function viewerOf(
  visit: { club: { name: string; code: string }; user: ClubUser },
  request: Request,
): Viewer {
  const { club, user } = visit;
  const path = new URL(request.url).pathname;
  return { clubName: club.name, clubCode: club.code.toUpperCase(), name: user.name, role: user.role, path };
}
