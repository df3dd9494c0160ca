import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { deleteTemplate } from "#app/domain/club/seasons/own-templates.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { openTemplate } from "./open-season.server.ts";

export const meta = () => title("Delete Template");

const form = clubForm({
  may: "seasons.manage",
  find: openTemplate,
  change: ({ ctx, found }) => changeClub(ctx, (tx) => deleteTemplate(tx, found)),
  saved: ({ name }) => ["/seasons?tab=templates", `The template ${name} is deleted.`],
});
export const action = form.action;
export const loader = form.loader(({ found: { id, name } }) => ({ id, name }));

export default function DeleteTemplate() {
  const { id, name } = useLoaderData<typeof loader>();
  const page = href("/seasons/templates/:templateId", { templateId: id });
  return (
    <ConfirmPage
      title={`Delete the template ${name}?`}
      lead="Seasons that were made from it stay as they are."
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: name, href: page },
        { label: "Delete Template" },
      ]}
      submit="Delete Template"
      look="danger"
      back={page}
      keep="Keep Template"
    />
  );
}
