import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { decideSchema } from "#app/domain/club/registrations/forms.server.ts";
import { decidedLabel, takenBackLabel } from "#app/domain/club/registrations/labels.ts";
import {
  openRefusals,
  type Refusal,
  refuseRegistrations,
  takeBackRefusal,
} from "#app/domain/club/registrations/refusals.server.ts";
import {
  acceptRegistrations,
  countWaiting,
  REGISTRATIONS_SHOWN,
  waitingRegistrations,
} from "#app/domain/club/registrations/registrations.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatMoment, formatMonthDay } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ParentsNav } from "#app/routes/club/agreements/parents-nav.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Registrations");

/** Parents who registered and confirmed their address (product/parents.md#registration). */
const form = clubForm({
  may: "contacts.import",
  schema: [decideSchema, { most: REGISTRATIONS_SHOWN }],
  change: async ({ ctx, value: { decide, ids, refused } }) => {
    if (decide !== "take-back" && ids.length === 0) return { ok: false, problem: "nobody" } as const;
    if (decide === "ask") return { ask: true } as const;
    const about = { by: ctx.user.name, at: nowIso() };
    const done = await changeClub(ctx, async (tx) => {
      if (decide === "take-back") return takeBackRefusal(tx, refused, about.at);
      const decided = decide === "accept" ? acceptRegistrations : refuseRegistrations;
      return { done: await decided(tx, ids, about) };
    });
    ctx.note({ event: "registrations decided", decide, ...done });
    return done;
  },
  problems: { nobody: "Tick the box beside each registration that you mean" },
  saved: (result, { value: { decide, ids } }) => {
    if ("ask" in result) return href("/email-collection/registrations/refuse", { id: ids });
    const label =
      "back" in result ? takenBackLabel(result) : decidedLabel(decide === "accept", result.done, ids.length);
    return [href("/email-collection/registrations"), label];
  },
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { db, club } }) => {
  const [total, rows, refusals] = await Promise.all([
    countWaiting(db),
    waitingRegistrations(db),
    openRefusals(db, nowIso()),
  ]);
  const today = dateAt(now(), club.timezone);
  const registrations = rows.map(({ created_at, ...row }) => ({
    ...row,
    day: formatMonthDay(dateAt(created_at, club.timezone), today),
  }));
  return {
    total,
    registrations,
    refusals: refusals.map((refusal) => ({ ...refusal, moment: formatMoment(refusal.at, club.timezone) })),
  };
});

export default function Registrations() {
  const { total, registrations, refusals } = useLoaderData<typeof loader>();
  const ids = registrations.map(({ id }) => id);
  return (
    <ClubPage
      title="Registrations"
      lead="Parents who registered on your page and confirmed their email, and children whom a manager adds to a parent of another team. Tick those whom you know and accept them."
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label: "Email Collection", href: "/email-collection" },
        { label: "Registrations" },
      ]}
    >
      <ParentsNav />
      {registrations.length === 0 ? (
        <Empty
          title="No registrations to look at"
          action={<a href={href("/email-collection/qr")}>Show the QR code</a>}
        >
          <p>Parents who register and confirm their email appear here.</p>
        </Empty>
      ) : (
        <>
          <PostForm className="ticks">
            <RowTable
              caption="Registrations that wait"
              columns={[
                { name: "Parent", place: "name" },
                { name: "Registered", place: "state" },
                { name: "Child", place: "left" },
                { name: "Team", place: "line" },
                { name: "Email", place: "more" },
              ]}
              rows={registrations.map((row) => ({
                key: row.id,
                tick: {
                  name: "ids",
                  value: row.id,
                  label: `Choose ${row.name}`,
                  ticked: registrations.length === 1,
                },
                cells: [
                  row.name,
                  <Status key="day" kind="plain">
                    {row.day}
                  </Status>,
                  row.childName,
                  aboutRegistration(row),
                  row.email,
                ],
              }))}
            />
            <div className="chosen buttons">
              <SubmitButton name="decide" value="accept">
                Accept the Chosen
              </SubmitButton>{" "}
              <SubmitButton name="decide" value="ask" look="secondary">
                Refuse the Chosen
              </SubmitButton>
            </div>
          </PostForm>
          {total > registrations.length ? (
            <p>
              The oldest {count(registrations.length)} of {count(total)}; the others follow.
            </p>
          ) : null}
          {registrations.length > 1 ? <DecideAll ids={ids} /> : null}
        </>
      )}
      {refusals.length > 0 ? <Refused refusals={refusals} /> : null}
      <Buttons>
        <ButtonLink href={href("/agreements")}>Agreements</ButtonLink>
        <ButtonLink href={href("/email-collection")} look="quiet">
          Email Collection
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}

/** Returns the team, and facts to know before accepting: 'Hawks, on your list as Ann Cole: only the child is added'. */
function aboutRegistration(row: { teamName: string | null; known: string | null; addedBy: string | null }) {
  return [
    row.teamName ?? "No team",
    ...(row.known ? [`on your list as ${row.known}: only the child is added`] : []),
    ...(row.addedBy ? [`added by ${row.addedBy}`] : []),
  ].join(", ");
}

/** Offers to accept all shown registrations by a button, or to refuse them on a page that asks first. */
function DecideAll({ ids }: { ids: readonly string[] }) {
  return (
    <ButtonForm className="buttons">
      {ids.map((id) => (
        <Hidden key={id} name="ids" value={id} />
      ))}
      <SubmitButton name="decide" value="accept" look="secondary">
        Accept All {ids.length}
      </SubmitButton>{" "}
      <ButtonLink href={href("/email-collection/registrations/refuse")} look="quiet">
        Refuse All {ids.length}
      </ButtonLink>
    </ButtonForm>
  );
}

/** Lists registrations refused in the last 24 hours, each with a button that takes the refusal back. */
function Refused({ refusals }: { refusals: readonly (Refusal & { moment: string })[] }) {
  return (
    <section>
      <h2>Refused in the last 24 hours</h2>
      <p className="muted">Taken back, they wait above again. After 24 hours what they said is erased.</p>
      <RowTable
        caption="Refused in the last 24 hours"
        columns={[
          { name: "Whom", place: "name" },
          { name: "Undo", place: "state" },
          { name: "Refused", place: "line" },
        ]}
        rows={refusals.map(({ at, by, moment, registrations, parents }) => ({
          key: at,
          cells: [
            `${parents.join(", ")}${registrations > parents.length ? ` (${pluralize(registrations, "registration")})` : ""}`,
            <ButtonForm key="undo" className="inline-form">
              <Hidden name="refused" value={at} />
              <SubmitButton name="decide" value="take-back" look="secondary">
                Take Back<span className="visually-hidden"> {parents.join(", ")}</span>
              </SubmitButton>
            </ButtonForm>,
            `${moment}, by ${by}`,
          ],
        }))}
      />
    </section>
  );
}
