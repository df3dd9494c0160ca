import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubOrSupportForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { archiveSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { seasonStatus } from "#app/domain/club/seasons/seasons.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason, todayOf } from "./open-season.server.ts";

export const meta = () => title("Archive Season");

const form = clubOrSupportForm({
  may: "seasons.manage",
  find: openSeason,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => archiveSeason(tx, found.id)),
  problems: { "not-over": "A season is archived once it is over" },
  saved: ({ name }) => ["/seasons?tab=archives", `${name} is archived.`],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found: { id, name, ...season } }) => {
  const status = seasonStatus(season, todayOf(ctx));
  if (status === "archived") throw redirect(href("/seasons/:seasonId", { seasonId: id }));
  return { id, name, over: status === "completed" };
});

export default function ArchiveSeason() {
  const { id, name, over } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId: id });
  return (
    <ConfirmPage
      title={`Archive ${name}?`}
      lead="You can bring it back at any time."
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: name, href: page },
        { label: "Archive Season" },
      ]}
      instead={
        over
          ? null
          : {
              title: "This season is not over",
              text: "A season is archived once its last day is over.",
              back: "Back to the season",
            }
      }
      submit="Archive Season"
      back={page}
      keep="Keep Season"
    >
      <ul>
        <li>It leaves the list of seasons and is found under Archives.</li>
        <li>Its games, ratings and report stay as they are.</li>
      </ul>
    </ConfirmPage>
  );
}
