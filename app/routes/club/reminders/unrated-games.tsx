import { href } from "#app/config/addresses.ts";
import type { WaitingPage } from "./waiting-page.server.ts";

type Group = WaitingPage["groups"][number];

/** The games that lack a side's rating, by team, with who could give it. No score is shown here. */
export function UnratedGames({ groups, mayInvite }: { groups: readonly Group[]; mayInvite: boolean }) {
  return (
    <section className="day-list">
      <h2>Games that wait</h2>
      {groups.map((group) => (
        <section key={group.teamId}>
          <h3 className="day">{group.teamName}</h3>
          {group.nobody.map(({ side, invited }) => (
            <p key={side} className="small">
              {invited ? `The ${side} is invited and has not joined yet. ` : `The team has no ${side}. `}
              {mayInvite ? (
                <a
                  href={
                    invited
                      ? href("/teams/:teamId", { teamId: group.teamId })
                      : href("/teams/:teamId/invite", { teamId: group.teamId, role: side })
                  }
                >
                  {invited ? "Resend the invitation" : `Invite a ${side}`}
                </a>
              ) : null}
            </p>
          ))}
          <ul className="row-list">
            {group.games.map((game) => (
              <li key={game.id} className="list-row opens">
                <a className="row-link" href={href("/rating/:gameId", { gameId: game.id })}>
                  {game.versus}
                </a>{" "}
                <span className="row-facts" title={game.waitsFor}>
                  {game.day} · <span className="visually-hidden">waits for </span>
                  {game.waitsFor}
                </span>{" "}
                {game.opens ? (
                  <span className="row-facts row-note">Ratings hidden until {game.opens}</span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
