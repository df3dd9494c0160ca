import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { clubColorSchema } from "#app/domain/club/settings/club-color-form.server.ts";
import { colorFieldLabels } from "#app/domain/club/settings/labels.ts";
import { clubColorOf, colorVersion, setClubColor } from "#app/domain/club/settings/settings.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ClubColorForm } from "./club-color-form.tsx";

export const meta: MetaFunction = () => title("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireClubUser(args, "club.manage");
  const color = await clubColorOf(db);
  return json({ clubName: club.name, color, version: colorVersion(color) });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const reading = await readForm(args.request, clubColorSchema);
  if (!reading.ok) return reading.answer;
  const { color, version } = reading.value;
  const result = await changeClub(ctx, (tx) => setClubColor(tx, color, version));
  if (!result.ok) {
    const differences = differencesOf({ color }, { color: result.stored }, colorFieldLabels);
    return reading.refuseStale({ version: colorVersion(result.stored), differences });
  }
  return redirectWith(href("/club/settings"), color ? "Club color saved." : "Back to Goodside's green.");
}

export default function Settings() {
  const { clubName, color, version } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <ClubPage title="Settings" lead="What everybody at the club sees.">
      <ClubColorForm clubName={clubName} color={color} version={version} reply={reply} />
    </ClubPage>
  );
}
