import { href } from "#app/config/addresses.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { WaitingPage } from "./waiting-page.server.ts";

type Game = WaitingPage["games"][number];

/** The games that lack a side's rating, with who could give it and until when it is blind. No score is shown here. */
export function UnratedGames({ games, mayInvite }: { games: readonly Game[]; mayInvite: boolean }) {
  return (
    <section>
      <h2>Games</h2>
      <DataTable
        caption="Games that lack a rating"
        columns={[
          { name: "Game" },
          { name: "Played" },
          { name: "Missing", wide: true },
          { name: "Blind until" },
        ]}
        rows={games.map((game) => ({
          key: game.id,
          cells: [
            <a key="game" href={href("/rating/:gameId", { gameId: game.id })}>
              {game.title}
            </a>,
            game.when,
            <ul key="missing" className="plain-list">
              {game.missing.map((side) => (
                <li key={side.side}>
                  <MissingSide game={game} side={side} mayInvite={mayInvite} />
                </li>
              ))}
            </ul>,
            game.blindUntil ?? "Over: it can still be rated",
          ],
        }))}
      />
    </section>
  );
}

function MissingSide(props: { game: Game; side: Game["missing"][number]; mayInvite: boolean }) {
  const { game, side, mayInvite } = props;
  if (side.raters.length > 0) {
    return (
      <>
        <strong>{side.name}:</strong> {side.raters.join(", ")}
      </>
    );
  }
  return (
    <>
      <strong>{side.name}:</strong> {side.invited ? "invited, not joined yet" : "nobody is there"}
      {mayInvite ? (
        <>
          .{" "}
          <a
            href={
              side.invited
                ? href("/teams")
                : href("/teams/:teamId/invite", { teamId: game.teamId, role: side.side })
            }
          >
            {side.invited ? "Resend the invitation" : `Invite a ${side.side}`}
          </a>
        </>
      ) : null}
    </>
  );
}
