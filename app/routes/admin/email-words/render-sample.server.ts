import { env } from "#app/config/env.server.ts";
import { type ShownClub, sampleOf } from "#app/journeys/email-words/sample-club.server.ts";
import { editedWords } from "#app/mail/email-words.ts";
import type { EmailWords } from "#app/mail/frame/email-kind.tsx";
import { renderTemplate, type TemplateEmail } from "#app/mail/templates.ts";
import type { OpenWording } from "./open-wording.server.ts";

/** Lists the samples of a wording. */
export const samplesOf = ({ kind, variant }: OpenWording): unknown[] =>
  kind.samples.filter((sample) => kind.variant(sample) === variant);

/** Returns the number of the sample that the query asks for, from 1. */
export function sampleNumber(wording: OpenWording, request: Request): number {
  const asked = Number(new URL(request.url).searchParams.get("sample"));
  return Number.isInteger(asked) && asked > 0 && asked <= samplesOf(wording).length ? asked : 1;
}

/** Renders the email with made-up values; one that people can stop has its unsubscribe lines. */
export function renderSample(
  wording: OpenWording,
  words: EmailWords,
  { request, club }: { request: Request; club: ShownClub | null },
): TemplateEmail {
  const { template, variant, purpose } = wording;
  const { appUrl } = env();
  const stop = purpose.preference && {
    url: `${appUrl}/mail/stop/sample`,
    preferencesUrl: `${appUrl}/notifications`,
  };
  const sample = samplesOf(wording)[sampleNumber(wording, request) - 1];
  if (sample === undefined) throw new Error(`No sample shows '${variant}' of '${template}'`);
  const edited = editedWords([{ id: "shown", template, variant, words }]);
  return renderTemplate(template, club ? sampleOf(sample, club) : sample, { edited, stop, site: appUrl });
}
