import { useLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { programsOfSeason } from "#app/domain/club/rewards/programs.server.ts";
import { agesOf, MAX_SEASON_TEAMS, rollOverSchema } from "#app/domain/club/seasons/forms.server.ts";
import { seasonProblem, spanLabel } from "#app/domain/club/seasons/labels.ts";
import { nextAgeGroup, planRollOver } from "#app/domain/club/seasons/roll-overs.server.ts";
import { listSeasons, seasonTeams } from "#app/domain/club/seasons/seasons.server.ts";
import { beginsNewYear, proposedSeason } from "#app/domain/club/seasons/seasons.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { ageGroups } from "#app/domain/values/age-groups.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FieldError, fieldId, Reply } from "#app/ui/field.tsx";
import { CheckboxField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { rewardsTaken } from "./copy.tsx";
import { openSeason, todayOf } from "./open-season.server.ts";
import { SeasonDates } from "./season-form.tsx";

export const meta = () => title("Roll Over");

const form = clubForm({
  may: "seasons.manage",
  schema: [rollOverSchema, { most: MAX_SEASON_TEAMS }],
  find: openSeason,
  change: ({ ctx, found, value: { ages, ...value } }) =>
    changeClub(ctx, (tx) => planRollOver(tx, found.id, { ...value, ages: agesOf(ages) }, ctx.user.name)),
  problems: (refused, { ctx, value }) => {
    if (refused.problem === "no-team-kept") return { keep: "Choose at least one team that goes on" };
    if (refused.problem === "team-name-taken")
      return {
        keep: `Two teams called ${refused.team} would be in ${value.name}. Rename one of them first.`,
      };
    return seasonProblem(refused, value.name, todayOf(ctx));
  },
  // Its page shows what will change, before anything does.
  saved: ({ id }) => href("/seasons/roll-overs/:rollOverId", { rollOverId: id }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found, request }) => {
  const [seasons, teams, staff, programs] = await Promise.all([
    listSeasons(ctx.db),
    seasonTeams(ctx.db),
    staffOf(ctx.db, "all"),
    programsOfSeason(ctx.db, found.id),
  ]);
  const today = todayOf(ctx);
  const query = new URL(request.url).searchParams;
  // Seasons are listed with the latest first.
  const made = seasons
    .filter(({ archivedAt, startsOn }) => archivedAt === null && startsOn > found.endsOn)
    .at(-1);
  const isNew = query.get("into") === "new";
  const into = isNew ? undefined : made;
  const next = into ?? proposedSeason(seasons, today);
  const asked = query.get("ages");
  const sameAges = asked === "same" || (asked !== "up" && !beginsNewYear(found, next));
  return {
    from: { id: found.id, name: found.name, span: spanLabel(found, today) },
    into: into ? { id: into.id, name: into.name, span: spanLabel(into, today) } : null,
    next,
    sameAges,
    otherAges: `?${isNew ? "into=new&" : ""}ages=${sameAges ? "up" : "same"}`,
    programs: programs.length,
    teams: teams
      .filter(({ status }) => status === "active")
      .map((team) => {
        const own = staff.filter(({ teamId }) => teamId === team.id);
        return {
          id: team.id,
          name: team.name,
          ageGroup: team.ageGroup,
          becomes: sameAges ? team.ageGroup : nextAgeGroup(team.ageGroup),
          keep: found.allTeams || found.teamIds.includes(team.id),
          people: own.filter(({ status }) => status === "active").map(({ name }) => name),
          pending: own.filter(({ status }) => status === "pending").map(({ name, email }) => name || email),
        };
      }),
  };
});

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function RollOver() {
  const { from, into, next, teams, sameAges, otherAges, programs } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId: from.id });
  const crumbs = [
    { label: "Seasons", href: "/seasons" },
    { label: from.name, href: page },
    { label: "Roll Over" },
  ];
  const lead = `${from.name} (${from.span}) goes on as the next season. You see what changes before it does, and can undo it for 7 days.`;
  if (teams.length === 0)
    return (
      <ClubPage title={`Roll Over ${from.name}`} lead={lead} crumbs={crumbs}>
        <Empty title="No team to take along" action={<ButtonLink href="/teams/new">Add Team</ButtonLink>}>
          <p>Add the teams of the next season first.</p>
        </Empty>
      </ClubPage>
    );
  return (
    <ClubPage title={`Roll Over ${from.name}`} lead={lead} crumbs={crumbs}>
      <PostForm className="form form-wide">
        {into ? <Into into={into} next={next} /> : <SeasonDates season={next} />}
        <Teams {...{ teams, sameAges, otherAges }} />
        {programs > 0 ? <CheckboxField name="takeRewards" checked label={rewardsTaken(programs)} /> : null}
        <FormButtons submit="Check the Changes" back={page} />
      </PostForm>
    </ClubPage>
  );
}

/** Shows the next season that the club has made already. */
function Into({ into, next }: { into: NonNullable<Data["into"]>; next: Data["next"] }) {
  return (
    <>
      <Hidden name="into" value={into.id} />
      <Hidden name="name" value={next.name} />
      <Hidden name="startsOn" value={next.startsOn} />
      <Hidden name="endsOn" value={next.endsOn} />
      <p>
        Into <strong>{into.name}</strong>, {into.span}. <a href="?into=new">Make another season instead</a>
      </p>
    </>
  );
}

/** A club of more teams than this has them by age group, collapsed. */
const TEAMS_SHOWN = 20;

/** Groups the teams by age group, the youngest first. */
const byAgeGroup = (teams: Data["teams"]): [age: string, of: Data["teams"]][] =>
  ageGroups.flatMap((age) => {
    const of = teams.filter(({ ageGroup }) => ageGroup === age);
    return of.length === 0 ? [] : [[age, of]];
  });

/** Lists the teams that continue, their age groups, and whose open invitations are resent. */
function Teams({ teams, sameAges, otherAges }: Pick<Data, "teams" | "sameAges" | "otherAges">) {
  const reply = useContext(Reply);
  const error = reply?.errors.keep;
  const typed = (name: string) => {
    const value = reply?.values[name];
    return Array.isArray(value) ? value : null;
  };
  const [keep, ages, invite] = [typed("keep"), typed("ages"), typed("invite")];
  const keeps = (team: Data["teams"][number]) => (keep ? keep.includes(team.id) : team.keep);
  const ageOf = (id: string) => ages?.find((value) => value.startsWith(`${id} `))?.slice(id.length + 1);
  const table = (caption: string, of: Data["teams"]) => (
    <DataTable
      caption={caption}
      columns={[
        { name: "Keep" },
        { name: "Age group" },
        { name: "Coaches and manager", wide: true },
        { name: "Invite again", wide: true },
      ]}
      rows={of.map((team) => ({
        key: team.id,
        cells: [
          <label key="keep" className="choice">
            <input type="checkbox" name="keep" value={team.id} defaultChecked={keeps(team)} />{" "}
            <span className="choice-label">{team.name}</span>
          </label>,
          <label key="age">
            <span className="visually-hidden">
              Age group of {team.name}, now {team.ageGroup}
            </span>
            <select
              className="input input-short"
              name="ages"
              defaultValue={`${team.id} ${ageOf(team.id) ?? team.becomes}`}
            >
              {ageGroups.map((age) => (
                <option key={age} value={`${team.id} ${age}`}>
                  {age === team.ageGroup ? `${age}, as now` : age}
                </option>
              ))}
            </select>
          </label>,
          team.people.length === 0 ? "Nobody yet" : `${team.people.join(", ")} stay`,
          team.pending.length === 0 ? (
            "No open invitation"
          ) : (
            <label key="invite" className="choice">
              <input
                type="checkbox"
                name="invite"
                value={team.id}
                defaultChecked={invite ? invite.includes(team.id) : true}
              />{" "}
              <span>{team.pending.join(", ")}</span>
            </label>
          ),
        ],
      }))}
    />
  );
  return (
    <fieldset className={error ? "field field-wrong" : "field"} id={fieldId("keep")}>
      <legend>Which teams go on?</legend>
      <p className="hint">
        {sameAges ? (
          <>
            Each stays in its age group. <a href={otherAges}>Move them up an age group</a>
          </>
        ) : (
          <>
            Each moves up an age group. <a href={otherAges}>Leave the age groups as they are</a>
          </>
        )}
      </p>
      <FieldError name="keep" error={error} />
      {teams.length <= TEAMS_SHOWN
        ? table("Teams", teams)
        : byAgeGroup(teams).map(([age, of]) => (
            <details key={age} className="more" open={error !== undefined}>
              <summary>
                {age}: {pluralize(of.length, "team")}, {of.filter(keeps).length} go on
              </summary>
              {table(age, of)}
            </details>
          ))}
    </fieldset>
  );
}
