import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { LARGE_LOGO, MAX_LOGO_MB } from "#app/domain/club/settings/logo.ts";
import { FormButtons, SubmitButton } from "#app/ui/buttons.tsx";
import { FileField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubCrest } from "#app/ui/shell/club-crest.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { saveLogo } from "./upload-logo.server.ts";

export const handle = { extra: "settings" };

export const meta = () => title("Club Logo");

export async function loader(args: LoaderFunctionArgs) {
  const { club, session } = await requireClubUser(args, "club.manage");
  return { clubName: club.name, logo: session.clubLogo };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  return saveLogo(ctx, args.request);
}

export default function ClubLogo() {
  const { clubName, logo } = useLoaderData<typeof loader>();
  const look = href("/club/settings", { tab: "look" });
  return (
    <ClubPage
      title="Club Logo"
      lead="It takes the place of your initials at the top of every page, and on what you print."
      crumbs={[
        { label: "Club Settings", href: href("/club/settings") },
        { label: "Logo & Color", href: look },
      ]}
    >
      <div className="beside">
        <PostForm encType="multipart/form-data">
          <Hidden name="intent" value="upload" />
          <Version value={logo ?? ""} />
          <FileField
            name="logo"
            label="Logo"
            hint={`A PNG or JPEG file of at most ${MAX_LOGO_MB} MB. We keep it at ${LARGE_LOGO} pixels or less, and nothing of the file but the picture.`}
            accept="image/png,image/jpeg"
            required
          />
          <FormButtons submit="Upload Logo" busy="Uploading..." back={look} />
        </PostForm>
        <aside className="card crest-sample" aria-label="Your club now">
          <ClubCrest name={clubName} logo={logo} large />
          <p>
            <strong>{clubName}</strong>
          </p>
          {logo ? (
            <RemoveLogo logo={logo} />
          ) : (
            <p className="muted">No logo yet: the crest shows your initials.</p>
          )}
        </aside>
      </div>
    </ClubPage>
  );
}

function RemoveLogo({ logo }: { logo: string }) {
  return (
    <ButtonForm className="inline-form" confirm="Remove the logo? The crest shows your initials again.">
      <Hidden name="intent" value="remove" />
      <Hidden name="version" value={logo} />
      <SubmitButton look="quiet">Remove Logo</SubmitButton>
    </ButtonForm>
  );
}
