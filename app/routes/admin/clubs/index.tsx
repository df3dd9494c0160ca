import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClubs, MOST_CLUBS } from "#app/domain/control/clubs/clubs.server.ts";
import { clubStatusLabels } from "#app/domain/control/platform/labels.ts";
import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Clubs");

/** Finds a club, to help its people with signing in (product.md#sign-in-help). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const search = new URL(args.request.url).searchParams.get("q")?.trim().slice(0, EMAIL_MAX) ?? "";
  const found = await findClubs(control, search);
  return json({
    search,
    more: found.length > MOST_CLUBS ? MOST_CLUBS : 0,
    clubs: found.slice(0, MOST_CLUBS).map(({ code, name, city, state, status, email }) => ({
      code,
      name,
      place: [city, state].filter(Boolean).join(", "),
      status: clubStatusLabels[status],
      email,
    })),
  });
}

export default function Clubs() {
  const { search, more, clubs } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Clubs" lead="Find a club to help its people with signing in.">
      <form method="get" action="/admin/clubs" className="form" aria-label="Find a club">
        <TextField
          name="q"
          label="Club code, name or email"
          hint="The email may be the club's, or that of one of its people"
          type="search"
          value={search}
          autoComplete="off"
          maxLength={EMAIL_MAX}
          needed="or leave it empty"
        />
        <Buttons>
          <SubmitButton look="secondary">Find</SubmitButton>
        </Buttons>
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
        <DataTable
          caption="Clubs"
          columns={[
            { name: "Club" },
            { name: "Code" },
            { name: "Place" },
            { name: "Status" },
            { name: "Email" },
          ]}
          rows={clubs.map((club) => ({
            key: club.code,
            cells: [
              <a key="club" href={href("/admin/clubs/:clubCode", { clubCode: club.code })}>
                {club.name}
              </a>,
              club.code.toUpperCase(),
              club.place,
              club.status,
              club.email,
            ],
          }))}
        />
      )}
      {more > 0 ? <p>These are the first {more} by name. Search to find others.</p> : null}
    </AdminPage>
  );
}
