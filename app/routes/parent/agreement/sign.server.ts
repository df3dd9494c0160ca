import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { signFormSchema } from "#app/domain/club/agreements/forms.server.ts";
import { teamChoices } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { signAgreement } from "#app/domain/club/agreements/sign.server.ts";
import { emailKey } from "#app/domain/club/contacts/contacts.ts";
import { shownText } from "#app/domain/club/evidence/evidence.server.ts";
import { agreementToken } from "#app/domain/control/agreements/agreement-links.server.ts";
import { affirmationNames, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { addDays } from "#app/domain/values/days.ts";
import { normalName } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { mayPost, type OpenedLink } from "#app/routes/parent/link/open-link.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";

/**
 * Signs an agreement as its form says (product.md#public-agreement). The same form twice, two adults at once, or a new
 * link sent meanwhile: one signature, and the page says which.
 */
export async function sign(link: OpenedLink, opened: OpenedAgreement, form: FormData): Promise<Response> {
  const { ctx, labels, language, token } = link;
  const { agreement, contact, club, db, control } = opened;
  const { problems } = labels;
  const page = (already?: "yes") =>
    redirect(href("/parent/agreement/:token", { token, lang: language, already }), 303);
  if (opened.view !== "sign") return page(opened.view === "signed" ? "yes" : undefined);
  const choices = await teamChoices(db);
  const schema = signFormSchema(language, choices.length > 0);
  const reading = readFields(form, schema, { summary: problems.incomplete });
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  const teams = choices.filter(({ id }) => value.teams.includes(id));
  if (choices.length > 0 && teams.length === 0) {
    return refuse({ "": problems.incomplete, teams: problems.teams });
  }
  const somebodyElse = value.notMe && contact.name !== "";
  if (somebodyElse && normalName(value.parentName) === normalName(contact.name))
    return refuse({ "": problems.incomplete, parentName: problems.ownName });
  if (somebodyElse && emailKey(value.parentEmail) === emailKey(contact.email))
    return refuse({ "": problems.incomplete, parentEmail: problems.ownEmail });
  if (!isToday(value.signatureDate, club.timezone)) return refuse({ signatureDate: problems.signatureDate });
  const textChanged = () => {
    // What was agreed to was the text before: boxes and signature are empty again.
    const again = readFields(form, schema, { hide: AGREED });
    return again.ok ? again.refuse({ "": fillIn(problems.textChanged, { club: club.name }) }) : again.answer;
  };
  if (value.textHash !== shownText(club, language).hash) return textChanged();
  if (!(await mayPost(ctx, agreement.id))) return refuse({ "": problems.throttled }, 429);
  const result = await changeClub({ control, db, club }, (tx) =>
    signAgreement(tx, {
      agreementId: agreement.id,
      issue: agreement.issue,
      name: value.parentName,
      email: value.parentEmail,
      players: value.childName,
      teamIds: teams.map(({ id }) => id),
      signature: value.digitalSignature,
      signatureDate: value.signatureDate,
      language,
      textHash: value.textHash,
      somebodyElse,
      ip: ctx.client.ip,
      userAgent: ctx.client.userAgent,
      at: nowIso(),
    }),
  );
  if (result.ok) {
    ctx.note({ event: "agreement signed", agreement: agreement.id });
    if (!somebodyElse) return page();
    const { agreementId: agreement_id, issue } = result.link;
    const own = agreementToken({ agreement_id, issue });
    return redirect(href("/parent/agreement/:token", { token: own, lang: language }), 303);
  }
  if (result.problem === "text-changed") return textChanged();
  return page(result.problem === "signed" ? "yes" : undefined);
}

/** What is filled in anew once the text has changed. */
const AGREED = [...affirmationNames, "consent", "digitalSignature"];

/** A day more or less is another zone, or a page left open overnight. */
function isToday(day: string, timezone: string): boolean {
  const today = dateAt(now(), timezone);
  return [-1, 0, 1].some((days) => addDays(today, days) === day);
}
