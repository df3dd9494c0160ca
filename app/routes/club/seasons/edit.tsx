import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { clubOrSupportForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import type { StartPreview } from "#app/domain/club/rewards/start-rewards.server.ts";
import { seasonFields } from "#app/domain/club/seasons/fields.ts";
import { formerTeams } from "#app/domain/club/seasons/former-teams.server.ts";
import { MAX_SEASON_TEAMS, seasonOfForm, seasonSchema } from "#app/domain/club/seasons/forms.server.ts";
import { seasonProblem } from "#app/domain/club/seasons/labels.ts";
import { seasonTeams, seasonVersion } from "#app/domain/club/seasons/seasons.server.ts";
import type { Season, SeasonFields } from "#app/domain/club/seasons/seasons.ts";
import { isDay } from "#app/domain/values/days.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { previewVersion, saveSeason } from "#app/journeys/seasons/edit-season.server.ts";
import { StartPage } from "#app/routes/club/rewards/start-page.tsx";
import { awardedLabel, viewPreview } from "#app/routes/club/rewards/start-preview.server.ts";
import { Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason, todayOf } from "./open-season.server.ts";
import { SeasonForm, teamChoice } from "./season-form.tsx";

export const meta = () => title("Edit Season");

const stale = versionBy<Season, SeasonFields>(seasonVersion, seasonFields, (stored) => stored);

const form = clubOrSupportForm({
  may: "seasons.manage",
  schema: [seasonSchema, { most: MAX_SEASON_TEAMS }],
  find: openSeason,
  change: ({ ctx, found, value }) => saveSeason(ctx, found.id, seasonOfForm(value), value),
  version: (stored: Season, value) => stale(stored, seasonOfForm(value)),
  problems: (refused, { ctx, value, found, refuse }) => {
    if (refused.problem === "earns") return askFirst(ctx, refused.preview, refuse({}));
    if (refused.problem !== "archived") return seasonProblem(refused, value.name, todayOf(ctx));
    const page = href("/seasons/:seasonId", { seasonId: found.id });
    return [page, "An archived season stays as it is. Bring it back first.", "bad"];
  },
  saved: ({ started }, { found, value }) => [
    href("/seasons/:seasonId", { seasonId: found.id }),
    `${value.name} is saved.${started ? ` ${awardedLabel(started)}` : ""}`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found, request }) => {
  if (found.archivedAt !== null) throw redirect(href("/seasons/:seasonId", { seasonId: found.id }));
  const season = { ...found, ...asked(new URL(request.url).searchParams, found) };
  const [teams, former] = await Promise.all([seasonTeams(ctx.db), formerTeams(ctx.db, season)]);
  const archived = teams.filter(({ id, status }) => status === "archived" && former.includes(id));
  const shown = teams.filter(
    (team) =>
      team.status === "active" ||
      found.teamIds.includes(team.id) ||
      (!found.allTeams && archived.includes(team)),
  );
  return {
    season,
    kept: found.allTeams ? archived.map(({ name }) => name) : [],
    version: seasonVersion(found),
    teams: shown.map(teamChoice),
  };
});

/** Typed values, and what saving them would award. */
type EditReply = FormReply & { asks?: { view: ReturnType<typeof viewPreview>; seen: string } };

/** Asks before a season is saved by which games of the past earn rewards (product/rewards.md#rewards). */
async function askFirst(ctx: Pick<ClubContext, "club">, preview: StartPreview, typed: Response) {
  const view = viewPreview(ctx, preview, { doing: "Saving", does: "Save", alone: "Save Season" });
  return json<EditReply>({ ...(await typed.json()), asks: { view, seen: previewVersion(preview) } });
}

/** Reads the wider days that a link asks for, to take in games outside any season. */
function asked(query: URLSearchParams, { startsOn, endsOn }: Season) {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  return {
    startsOn: isDay(from) && from < startsOn ? from : startsOn,
    endsOn: isDay(to) && to > endsOn ? to : endsOn,
  };
}

export default function EditSeason() {
  const { season, version, teams, kept } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId: season.id });
  const reply = useActionData<EditReply>();
  if (reply?.asks) {
    const { asks, values } = reply;
    const crumbs = [
      { label: "Seasons", href: "/seasons" },
      { label: season.name, href: page },
    ];
    return (
      <StartPage
        title={`Save ${values.name}?`}
        view={asks.view}
        crumbs={crumbs}
        fields={Object.entries({ ...values, seen: asks.seen }).flatMap(([name, value]) =>
          [value].flat().map((text) => <Hidden key={`${name} ${text}`} name={name} value={text} />),
        )}
        back={href("/seasons/:seasonId/edit", {
          seasonId: season.id,
          from: String(values.startsOn),
          to: String(values.endsOn),
        })}
        keep="Change It"
      />
    );
  }
  return (
    <ClubPage
      title="Edit Season"
      lead={`${season.name}. Games follow its days: no result is changed.`}
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: season.name, href: page },
      ]}
    >
      <SeasonForm {...{ season, version, teams, kept }} submit="Save Season" back={page} />
    </ClubPage>
  );
}
