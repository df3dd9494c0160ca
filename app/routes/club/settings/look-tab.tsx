import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { type Hex, isReadable, readableShade } from "#app/domain/values/club-colors.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ColorField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm, useReply, Version } from "#app/ui/post-form.tsx";
import { ClubCrest } from "#app/ui/shell/club-crest.tsx";
import type { LookTab } from "./look-tab.server.ts";

/** Edits the club's color, with the crest and a button in the stored one. */
export function LookPanel({ data: { clubName, logo, color, version } }: { data: LookTab }) {
  return (
    <div className="beside">
      <div>
        <PostForm>
          <Version value={version} />
          <ColorField
            name="color"
            label="Color"
            hint="Buttons, links and your crest wear it, on every page of the club and in its emails. Scores keep their own colors."
            value={color ?? brand.colors.pitch}
            required
          />
          <Buttons>
            <SubmitButton>Save Color</SubmitButton>
          </Buttons>
        </PostForm>
        <OtherColor reply={useReply()} color={color} version={version} />
      </div>
      <aside className="card crest-sample" aria-label="Your club now">
        <ClubCrest name={clubName} logo={logo} large />
        <p>
          <strong>{clubName}</strong>
        </p>
        <p className="muted">This is how the club looks now.</p>
        <ButtonLink href={href("/club/settings/logo")}>{logo ? "Change Logo" : "Upload a Logo"}</ButtonLink>
      </aside>
    </div>
  );
}

/** Offers the likely next choice by one press: a readable shade of a refused color, or no color of its own. */
function OtherColor(props: { reply?: FormReply; color: string | null; version: string }) {
  const { reply, color, version } = props;
  const typed = reply?.values.color;
  const shade = typeof typed === "string" && /^#[0-9a-f]{6}$/i.test(typed) ? nearest(typed) : null;
  if (shade)
    return (
      <ButtonForm className="inline-form">
        <Version value={version} />
        <Hidden name="color" value={shade} />
        <SubmitButton look="quiet">{`Use the readable shade ${shade}`}</SubmitButton>
      </ButtonForm>
    );
  if (!color) return null;
  return (
    <ButtonForm className="inline-form">
      <Version value={version} />
      <Hidden name="color" value="" />
      <SubmitButton look="quiet">Back to Goodside's green</SubmitButton>
    </ButtonForm>
  );
}

function nearest(typed: string): Hex | null {
  const color = typed.toLowerCase() as Hex;
  return isReadable(color) ? null : readableShade(color);
}
