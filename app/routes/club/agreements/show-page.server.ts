import { historyOf } from "#app/domain/club/agreements/agreement-detail.server.ts";
import { wasAsked } from "#app/domain/club/agreements/confirm-children.server.ts";
import { recordsGivenAway } from "#app/domain/club/agreements/give-to-signer.server.ts";
import { eventLabel, parentLabel } from "#app/domain/club/agreements/labels.ts";
import {
  isLater,
  type Joined,
  joinedAt,
  signedBefore,
  signedBeforeLabel,
} from "#app/domain/club/agreements/later-children.ts";
import { hasAskedForLink } from "#app/domain/club/agreements/request-link.server.ts";
import { typedToSign } from "#app/domain/club/evidence/evidence.server.ts";
import { languagesWithoutParagraph } from "#app/domain/club/evidence/own-paragraph.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { isDead, undeliveredWords } from "#app/domain/values/delivery.ts";
import { formatShortMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { missingLetters } from "#app/print/missing-letters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { ManagedAgreement } from "./open-agreement.server.ts";

export async function agreementPage({ db, club, user }: ClubContext, agreement: ManagedAgreement) {
  const at = now();
  const moment = (time: string) => formatShortMoment(time, club.timezone, at);
  const { contact, status } = agreement;
  const history = await historyOf(db, agreement.id, managedTeams(user));
  const facts: [label: string, value: string][] = [
    ["Sent", agreement.sent_at ? moment(agreement.sent_at) : "Not sent yet"],
    ["Reminders", String(agreement.reminders_sent)],
  ];
  if (status === "pending" && agreement.expires_at) facts.push(["Expires", moment(agreement.expires_at)]);
  if (status === "expired" && agreement.expires_at) facts.push(["Expired", moment(agreement.expires_at)]);
  if (agreement.signed_at)
    facts.push([agreement.paper === 1 ? "Signed on paper" : "Signed", moment(agreement.signed_at)]);
  if (agreement.closed_at)
    facts.push([status === "withdrawn" ? "Withdrawn" : "Declined", moment(agreement.closed_at)]);
  if (agreement.reason !== "") facts.push(["Reason", agreement.reason]);
  if (contact.mail_stopped_at)
    facts.push(["Reminders stopped by the parent", moment(contact.mail_stopped_at)]);
  if (contact.language === "es") facts.push(["Language", "Spanish"]);
  return {
    id: agreement.id,
    label: parentLabel({ parentName: contact.name, email: contact.email }),
    name: contact.name,
    email: contact.email,
    status,
    sent: agreement.sent_at !== null,
    dead: isDead(contact.delivery),
    undelivered: undeliveredWords(contact.delivery, contact.delivery_reason),
    stopped:
      contact.mail_stopped_at !== null && (status === "pending" || !(await hasAskedForLink(db, agreement))),
    toMatch: agreement.to_match === 1,
    paper: agreement.paper === 1,
    facts,
    children: agreement.children.map((child) => ({
      id: child.id,
      name: child.name,
      teamName: child.teamName,
      ageGroup: child.ageGroup,
      later: isLater(child, agreement) ? laterLabel(child, moment) : null,
    })),
    /** 'before Tigers was added', if a parent has not confirmed it. */
    signedBefore: signedBeforeLabel(signedBefore(agreement.children, agreement)),
    confirmAsked:
      agreement.confirm_asked_at && wasAsked(agreement) ? moment(agreement.confirm_asked_at) : null,
    elsewhere: agreement.elsewhere,
    /** Signed by others for this parent. */
    givenAway: user.role === "club_admin" ? await recordsGivenAway(db, history) : [],
    admin: user.role === "club_admin",
    withoutParagraph:
      status === "signed"
        ? []
        : languagesWithoutParagraph(agreement.club).filter((missing) => missing === contact.language),
    /** Missing fields of the copy, for users who may open it. */
    missing:
      user.role === "club_admin" && agreement.signed_at
        ? missingLetters([club.name, ...(await typedToSign(db, agreement.id))])
        : [],
    everSigned: agreement.signed_at !== null,
    /** True if the chain of evidence has a record of it. */
    proven: agreement.signed_at !== null || agreement.closed_at !== null,
    history: history.map((event) => ({ at: moment(event.at), label: eventLabel(event), by: event.by_name })),
  };
}

/** Returns 'After the signature: Nov 3, 9:00 AM, by Ada Admin; confirmed Nov 5, 8:10 PM'. */
function laterLabel(child: Joined, moment: (time: string) => string): string {
  const by =
    child.added_by === "" ? "the parent" : (child.added_by ?? (child.import_id ? "an import" : null));
  const added = `After the signature: ${moment(joinedAt(child))}${by ? `, by ${by}` : ""}`;
  return child.confirmed_at ? `${added}; confirmed ${moment(child.confirmed_at)}` : added;
}

export type AgreementPage = Awaited<ReturnType<typeof agreementPage>>;
