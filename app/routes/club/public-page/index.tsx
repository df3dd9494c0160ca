import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import {
  changePublicPage,
  publicPageOf,
  publicPageSchema,
} from "#app/domain/control/leaderboard/public-boards.server.ts";
import { SettingsPage } from "#app/routes/club/settings/settings-page.tsx";
import { BADGE } from "#app/routes/site/clubs/badge-size.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { CheckboxField } from "#app/ui/inputs.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { extra: "settings" };

export const meta = () => title("Public Page, Club Settings");

/** Publishes the club's stats, or stops that (product/pages.md#public-boards). */
const form = clubForm({
  may: "club.manage",
  schema: publicPageSchema,
  change: ({ ctx, value }) => changePublicPage(ctx, value.allowed),
  saved: (_, { value }) => [
    href("/club/public-page"),
    value.allowed ? "Your public page is open." : "Your public page is closed.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, club } }) => {
  const { slug, public_page } = await publicPageOf(control, club.code);
  return { allowed: public_page === 1, slug, address: env().appUrl + href("/clubs/:slug", { slug }) };
});

export default function PublicPage() {
  const { allowed, slug, address } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      section="public-page"
      lead="Your club’s figures for everybody, and a badge for your own website. No team’s parents, no names."
    >
      <ButtonForm>
        <CheckboxField name="allowed" label="Show our public page and badge" checked={allowed} />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
        </Buttons>
      </ButtonForm>
      {allowed ? (
        <Card title="Yours to show">
          <p>
            <a href={href("/clubs/:slug", { slug })}>{address}</a>
          </p>
          <p>Paste this where your website takes HTML:</p>
          <p>
            <code>{`<a href="${address}"><img src="${address}/badge.svg" width="${BADGE.width}" height="${BADGE.height}" alt="Our sideline"></a>`}</code>
          </p>
        </Card>
      ) : (
        <p className="muted">
          It shows how many teams and rated games you have, and their average from 10 rated games on. It needs
          teams that take part in the leaderboard.
        </p>
      )}
    </SettingsPage>
  );
}
