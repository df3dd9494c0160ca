import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { deleteSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason } from "./open-season.server.ts";

export const meta = () => title("Delete Season");

const form = clubForm({
  may: "seasons.manage",
  find: openSeason,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => deleteSeason(tx, found.id)),
  saved: ({ name }) => ["/seasons", `${name} is deleted. Its games and ratings are still there.`],
});
export const action = form.action;
export const loader = form.loader(({ found: { id, name } }) => ({ id, name }));

export default function DeleteSeason() {
  const { id, name } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId: id });
  return (
    <ConfirmPage
      title={`Delete ${name}?`}
      lead="For a season that was made by mistake. One that is over is better archived."
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: name, href: page },
        { label: "Delete Season" },
      ]}
      submit="Delete Season"
      look="danger"
      back={page}
      keep="Keep Season"
    >
      <ul>
        <li>Its games, ratings and teams stay. The games are in no season then.</li>
        <li>Its name, days and description are gone, and links to its report lead to the running season.</li>
      </ul>
    </ConfirmPage>
  );
}
