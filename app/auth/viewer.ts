import type { ClubUser, Role } from "./permissions.ts";

/** Who looks at a signed-in page, as its shell shows it. */
export interface Viewer {
  clubName: string;
  clubCode: string;
  name: string;
  role: Role;
  path: string;
  /** Whether there are other clubs to switch to. */
  severalClubs: boolean;
}

/** What a loader gives its page of the guard's answer. */
export function viewerOf(
  visit: { club: { name: string; code: string }; user: ClubUser; session: { clubs: number | null } },
  request: Request,
): Viewer {
  const { club, user, session } = visit;
  return {
    clubName: club.name,
    clubCode: club.code.toUpperCase(),
    name: user.name,
    role: user.role,
    path: new URL(request.url).pathname,
    severalClubs: (session.clubs ?? 0) > 1,
  };
}
