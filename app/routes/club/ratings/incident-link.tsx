import { href } from "#app/config/addresses.ts";
import { Notice } from "#app/ui/notice.tsx";

export function IncidentLink({ gameId, status }: { gameId: string; status: string }) {
  return (
    <Notice tone="bad" title={status === "open" ? "Open incident note" : "Closed incident note"}>
      <p>
        This game got a Major Incident.{" "}
        <a href={href("/rating/:gameId/incident", { gameId })}>Open the private note</a>
      </p>
    </Notice>
  );
}
