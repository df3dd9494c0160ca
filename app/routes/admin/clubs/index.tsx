import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { accessOfClub, findClubs, MOST_CLUBS } from "#app/domain/control/clubs/clubs.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { platformMay } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ClubStatus } from "./club-status.tsx";

export const meta = () => title("Clubs");

/** Finds a club, to help its people with signing in (product/platform-staff.md#sign-in-help). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_clubs");
  const search = new URL(args.request.url).searchParams.get("q")?.trim().slice(0, EMAIL_MAX) ?? "";
  const found = await findClubs(control, search);
  return {
    mayErase: platformMay(admin.role, "manage_users"),
    search,
    more: found.length > MOST_CLUBS ? MOST_CLUBS : 0,
    clubs: found.slice(0, MOST_CLUBS).map((club) => ({
      code: club.code,
      name: club.name,
      place: [club.city, club.state].filter(Boolean).join(", "),
      access: accessOfClub(club, now()),
      email: club.email,
    })),
  };
}

export default function Clubs() {
  const { mayErase, search, more, clubs } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="Clubs"
      lead="Find a club by its code, a part of its name, or an email: its own, or that of one of its people."
    >
      <form method="get" action="/admin/clubs" className="filters" aria-label="Find a club">
        <TextField
          name="q"
          label="Code, name or email"
          type="search"
          value={search}
          autoComplete="off"
          maxLength={EMAIL_MAX}
          needed="or leave it empty"
        />
        <SubmitButton look="secondary">Find</SubmitButton>
      </form>
      {clubs.length === 0 ? (
        <Empty title={search ? "No club found" : "No clubs yet"}>
          <p>
            {search
              ? "Check the spelling, or try a part of the club's name."
              : "A club appears here once it has signed up."}
          </p>
        </Empty>
      ) : (
        <>
          <p className="muted">
            {more > 0
              ? `The first ${more} by name. Search to find others.`
              : `${pluralize(clubs.length, "club")}, by name`}
            {search ? (
              <>
                {" "}
                <a href={href("/admin/clubs")}>Show all</a>
              </>
            ) : null}
          </p>
          <RowTable
            caption="Clubs"
            columns={[
              { name: "Club", place: "name" },
              { name: "Status", place: "state" },
              { name: "Code", place: "left" },
              { name: "Place", place: "line" },
              { name: "Email", place: "more" },
            ]}
            rows={clubs.map((club) => ({
              key: club.code,
              href: href("/admin/clubs/:clubCode", { clubCode: club.code }),
              cells: [
                club.name,
                <ClubStatus key="status" access={club.access} />,
                club.code.toUpperCase(),
                club.place,
                club.email,
              ],
            }))}
          />
        </>
      )}
      {mayErase ? (
        <p>
          <a href="/admin/erasures">Clubs erased on request</a>
        </p>
      ) : null}
    </AdminPage>
  );
}
