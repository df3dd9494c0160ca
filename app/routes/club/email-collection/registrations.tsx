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
import { dateAt, formatDate, formatMoment } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ParentsNav } from "#app/routes/club/agreements/parents-nav.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Registrations");

/** Parents who registered and confirmed their address (product.md#registration). */
const form = clubForm({
  may: "contacts.import",
  schema: [decideSchema, { most: REGISTRATIONS_SHOWN }],
  change: async ({ ctx, value: { decide, ids, refused } }) => {
    const about = { by: ctx.user.name, at: nowIso() };
    const done = await changeClub(ctx, async (tx) => {
      if (decide === "take-back") return takeBackRefusal(tx, refused, about.at);
      const decided = decide === "accept" ? acceptRegistrations : refuseRegistrations;
      return { done: await decided(tx, ids, about) };
    });
    ctx.note({ event: "registrations decided", decide, ...done });
    return done;
  },
  saved: (result, { value }) => [
    href("/email-collection/registrations"),
    "back" in result ? takenBackLabel(result) : decidedLabel(value.decide === "accept", result.done),
  ],
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
    day: formatDate(dateAt(created_at, club.timezone), today),
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
      lead="Parents who registered on your page and confirmed their email, and children whom a manager adds to a parent of another team. Accept those whom you know."
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
          <DataTable
            caption="Registrations that wait"
            columns={[
              { name: "Parent" },
              { name: "Child" },
              { name: "Team" },
              { name: "Registered" },
              { name: "Decide", wide: true },
            ]}
            rows={registrations.map((row) => ({
              key: row.id,
              cells: [
                <span key="parent">
                  <strong>{row.name}</strong> <span className="muted">{row.email}</span>
                  {row.known ? (
                    <span className="muted"> (on your list as {row.known}: only the child is added)</span>
                  ) : null}
                  {row.addedBy ? <span className="muted"> Added by {row.addedBy}</span> : null}
                </span>,
                row.childName,
                row.teamName ?? "–",
                row.day,
                <Decide key="decide" id={row.id} name={row.name} />,
              ],
            }))}
          />
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

/** The two buttons of one registration. */
function Decide({ id, name }: { id: string; name: string }) {
  const whom = <span className="visually-hidden"> {name}</span>;
  return (
    <ButtonForm className="buttons">
      <Hidden name="ids" value={id} />
      <SubmitButton name="decide" value="accept" look="secondary">
        Accept{whom}
      </SubmitButton>{" "}
      <SubmitButton name="decide" value="refuse" look="quiet">
        Refuse{whom}
      </SubmitButton>
    </ButtonForm>
  );
}

/** Accepting all that are shown is a button; refusing them asks first, on a page of its own. */
function DecideAll({ ids }: { ids: readonly string[] }) {
  return (
    <ButtonForm className="buttons">
      {ids.map((id) => (
        <Hidden key={id} name="ids" value={id} />
      ))}
      <SubmitButton name="decide" value="accept">
        Accept All {ids.length}
      </SubmitButton>{" "}
      <ButtonLink href={href("/email-collection/registrations/refuse")} look="quiet">
        Refuse All {ids.length}
      </ButtonLink>
    </ButtonForm>
  );
}

/** What was refused in the last 24 hours, each press with the button that takes it back. */
function Refused({ refusals }: { refusals: readonly (Refusal & { moment: string })[] }) {
  return (
    <section>
      <h2>Refused in the last 24 hours</h2>
      <p className="muted">Taken back, they wait above again. After 24 hours what they said is erased.</p>
      <DataTable
        caption="Refused in the last 24 hours"
        columns={[{ name: "Whom" }, { name: "Refused" }, { name: "By" }, { name: "Undo", wide: true }]}
        rows={refusals.map(({ at, by, moment, registrations, parents }) => ({
          key: at,
          cells: [
            `${parents.join(", ")}${registrations > parents.length ? ` (${pluralize(registrations, "registration")})` : ""}`,
            moment,
            by,
            <ButtonForm key="undo" className="buttons">
              <Hidden name="refused" value={at} />
              <SubmitButton name="decide" value="take-back" look="quiet">
                Take Back<span className="visually-hidden"> {parents.join(", ")}</span>
              </SubmitButton>
            </ButtonForm>,
          ],
        }))}
      />
    </section>
  );
}
