import { href } from "#app/config/addresses.ts";
import { TAKE_OUT_INSTEAD } from "#app/domain/club/games/labels.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";

/** Links the page that excludes a game from the stats, or restores it; for administrators. */
export function TakeOutLink({ id, label }: { id: string; label: string }) {
  const { role } = useShell();
  if (role !== "club_admin") return null;
  return <a href={href("/schedule/:gameId/out", { gameId: id })}>{label}</a>;
}

/** Explains why a rated game stays, and what can be done about one that should not exist. */
export function RatedGame({ id, what }: { id: string; what: string }) {
  return (
    <>
      It was played, so it cannot be {what}. {TAKE_OUT_INSTEAD}{" "}
      <TakeOutLink id={id} label="Take it out of the figures" />
    </>
  );
}
