import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { printableFields } from "#app/domain/club/printables/fields.ts";
import {
  customizePrintables,
  printableSchema,
  printableVersion,
} from "#app/domain/club/printables/printables.server.ts";
import { type PrintableId, printables } from "#app/domain/club/printables/printables.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { sheetsOf } from "#app/journeys/printables/print-sheets.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { SheetPicture } from "./sheet-picture.tsx";

export const handle = { extra: "printables" };

export const meta = () => title("Customize, Printables");

const { clubLogo, ...texts } = inputsOf(printableFields);

const form = clubForm({
  may: "printables.customize",
  schema: printableSchema,
  keeps: {
    clubName: printableFields.clubName.label,
    season: printableFields.season.label,
    contactInfo: printableFields.contactInfo.label,
    websiteUrl: printableFields.websiteUrl.label,
  },
  change: ({ ctx, value: { version, ...wanted } }) =>
    changeClub(ctx, (tx) => customizePrintables(tx, wanted, { version, at: now() })),
  version: versionBy(printableVersion, printableFields),
  saved: () => [href("/printables/customize"), "Saved. This is how your sheets look now."],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => {
  const { settings, hasLogo, version } = await sheetsOf(ctx);
  return { settings, hasLogo, pictures: version, version: printableVersion(settings) };
});

/** One of each size. */
const SHOWN: readonly PrintableId[] = ["banner", "field-sign", "agreement", "pocket-card"];

export default function CustomizePrintables() {
  const { settings, hasLogo, pictures, version } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Customize Printables"
      lead="What all your signs, cards and forms carry. Your club profile stays as it is."
      crumbs={[{ label: "Printables", href: href("/printables") }, { label: "Customize" }]}
    >
      <div className="beside">
        <PostForm>
          <Version value={version} />
          <TextField
            {...texts.clubName}
            value={settings.clubName}
            hint="A short name is read from farther away."
          />
          <fieldset className="field">
            <legend>Logo</legend>
            <CheckboxField {...clubLogo} checked={settings.clubLogo} />
            <div className="hint">
              {hasLogo ? "" : "You have none yet: your initials stand in a crest. "}
              <a href={href("/club/settings/logo")}>{hasLogo ? "Change the logo" : "Upload a logo"}</a>, or{" "}
              <a href={href("/club/settings", { tab: "look" })}>choose the color</a>.
            </div>
          </fieldset>
          <TextField {...texts.season} value={settings.season} hint="For example: Fall 2026" width="medium" />
          <TextField
            {...texts.contactInfo}
            value={settings.contactInfo}
            hint="At the bottom of the forms: a name, a phone or an email. Everybody can read it."
          />
          <TextField
            {...texts.websiteUrl}
            value={settings.websiteUrl}
            type="url"
            hint="At the bottom of the forms, and as a QR code while your registration page is closed."
          />
          <FormButtons submit="Save" back={href("/printables")} keep="Back to Printables" />
        </PostForm>
        <section className="printables-preview" aria-labelledby="preview">
          <h2 id="preview">How they look now</h2>
          {SHOWN.map((id) => (
            <a key={id} href={href("/printables/sheet.pdf", { of: id })}>
              <SheetPicture id={id} version={pictures} />{" "}
              <span className="small">
                {printables[id].title}: {printables[id].customizable}
              </span>{" "}
            </a>
          ))}
        </section>
      </div>
    </ClubPage>
  );
}
