import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { decideSchema } from "#app/domain/club/registrations/registration-form.server.ts";
import {
  acceptRegistrations,
  countWaiting,
  REGISTRATIONS_SHOWN,
  refuseRegistrations,
  waitingRegistrations,
} from "#app/domain/club/registrations/registrations.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
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
export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireClubUser(args, "contacts.import");
  const [total, rows] = await Promise.all([countWaiting(db), waitingRegistrations(db)]);
  const today = dateAt(now(), club.timezone);
  const registrations = rows.map(({ created_at, ...row }) => ({
    ...row,
    day: formatDate(dateAt(created_at, club.timezone), today),
  }));
  return json({ total, registrations });
}

/** Accepts or refuses one, or all that the page showed. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const reading = await readForm(args.request, decideSchema, { most: REGISTRATIONS_SHOWN });
  if (!reading.ok) return reading.answer;
  const { decide, ids } = reading.value;
  const about = { by: ctx.user.name, at: nowIso() };
  const accept = decide === "accept";
  const done = await changeClub(ctx, (tx) =>
    accept ? acceptRegistrations(tx, ids, about) : refuseRegistrations(tx, ids, about),
  );
  ctx.note({ event: "registrations decided", decide, done });
  const message =
    done === 0
      ? "Nothing to do: decided before."
      : `${pluralize(done, "registration")} ${accept ? "accepted" : "refused"}.`;
  return redirectWith(href("/email-collection/registrations"), message);
}

export default function Registrations() {
  const { total, registrations } = useLoaderData<typeof loader>();
  const ids = registrations.map(({ id }) => id);
  return (
    <ClubPage
      title="Registrations"
      lead="Parents who registered on your page and confirmed their email. Accept those whom you know."
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
                  {row.known ? <span className="muted"> (on your list: only the child is added)</span> : null}
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
