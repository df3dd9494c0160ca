import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  acceptRegistrations,
  countWaiting,
  decideSchema,
  REGISTRATIONS_SHOWN,
  refuseRegistrations,
  waitingRegistrations,
} from "#app/domain/club/registrations/registrations.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
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
  change: async ({ ctx, value: { decide, ids } }) => {
    const decided = decide === "accept" ? acceptRegistrations : refuseRegistrations;
    const done = await changeClub(ctx, (tx) => decided(tx, ids, { by: ctx.user.name, at: nowIso() }));
    ctx.note({ event: "registrations decided", decide, done });
    return done;
  },
  saved: (done, { value }) => [
    href("/email-collection/registrations"),
    done === 0
      ? "Nothing to do: decided before."
      : `${pluralize(done, "registration")} ${value.decide === "accept" ? "accepted" : "refused"}.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { db, club } }) => {
  const [total, rows] = await Promise.all([countWaiting(db), waitingRegistrations(db)]);
  const today = dateAt(now(), club.timezone);
  const registrations = rows.map(({ created_at, ...row }) => ({
    ...row,
    day: formatDate(dateAt(created_at, club.timezone), today),
  }));
  return { total, registrations };
});

export default function Registrations() {
  const { total, registrations } = useLoaderData<typeof loader>();
  const ids = registrations.map(({ id }) => id);
  return (
    <ClubPage
      title="Registrations"
      lead="Parents who registered on your page and confirmed their email, and children whom a manager adds to a parent of another team. Accept those whom you know."
      crumbs={[{ label: "Email Collection", href: "/email-collection" }, { label: "Registrations" }]}
    >
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
                <Decide key="decide" ids={[row.id]} name={row.name} />,
              ],
            }))}
          />
          {total > registrations.length ? (
            <p>
              The oldest {count(registrations.length)} of {count(total)}; the others follow.
            </p>
          ) : null}
          {registrations.length > 1 ? <Decide ids={ids} /> : null}
        </>
      )}
      <Buttons>
        <ButtonLink href={href("/agreements")}>Agreements</ButtonLink>
        <ButtonLink href={href("/email-collection")} look="quiet">
          Email Collection
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}

/** The two buttons of one registration, or of all that are shown. */
function Decide({ ids, name }: { ids: readonly string[]; name?: string }) {
  const whom = name ? <span className="visually-hidden"> {name}</span> : ` All ${ids.length}`;
  return (
    <ButtonForm className="buttons">
      {ids.map((id) => (
        <Hidden key={id} name="ids" value={id} />
      ))}
      <SubmitButton name="decide" value="accept" look={name ? "secondary" : "primary"}>
        Accept{whom}
      </SubmitButton>{" "}
      <SubmitButton name="decide" value="refuse" look="quiet">
        Refuse{whom}
      </SubmitButton>
    </ButtonForm>
  );
}
