import type { ClubUser, Role } from "#app/domain/club/staff/club-user.ts";

/** Who looks at a signed-in page, as its shell shows it. */
export interface ShellProps {
  clubName: string;
  clubCode: string;
  name: string;
  role: Role;
  path: string;
  /** Whether there are other clubs to switch to. */
  severalClubs: boolean;
}

/** What a loader gives its page of the guard's answer. */
export function shellProps(
  ctx: { club: { name: string; code: string }; user: ClubUser; session: { clubs: number | null } },
  request: Request,
): ShellProps {
  const { club, user, session } = ctx;
  return {
    clubName: club.name,
    clubCode: club.code.toUpperCase(),
    name: user.name,
    role: user.role,
    path: new URL(request.url).pathname,
    severalClubs: (session.clubs ?? 0) > 1,
  };
}
