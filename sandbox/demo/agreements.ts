import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { ControlTx } from "#app/db/control/schema.ts";
import { recordAgreementDelivery } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { expireDue, issueAgreements } from "#app/domain/club/agreements/issue-agreements.server.ts";
import { remindDue } from "#app/domain/club/agreements/remind-due.server.ts";
import { addContacts } from "#app/domain/club/contacts/add-contacts.server.ts";
import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import {
  type AgreementLink,
  storeAgreementLinks,
} from "#app/domain/control/agreements/agreement-links.server.ts";
import { carryEvidenceHead, type EvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type DemoParent, demoParents, type Fate, parentEmail } from "./parents.ts";
import { type Asked, act } from "./parents-act.ts";
import type { DemoClub } from "./story.ts";

const DAY_MS = 86_400_000;
/** Days since the parents were entered: soon after the club signed up. */
const ADDED_DAYS_AGO = 95;
/** Days at which pending mails are reported, reminders are due and agreements expire. */
const WEEKS_LOOKS = [37, 33, 26, 17, 13, 9, 6];

/** Days since each request, with the fates of its parents. */
const sendings: { daysAgo: number; fates: Fate[] }[] = [
  { daysAgo: 40, fates: ["expired", "withdrawn"] },
  {
    daysAgo: 20,
    fates: [
      ...(["signed", "paper", "other-name", "other-address", "declined"] as const),
      ...(["bounced", "complained", "stopped", "reminded"] as const),
    ],
  },
  { daysAgo: 2, fates: ["opened", "delivered"] },
  { daysAgo: 0, fates: ["fresh"] },
];

/**
 * Writes the parents of a demo club and 40 days of their agreements through the product's own functions, so that the
 * history is consistent and the evidence holds.
 */
export async function writeAgreements(tx: ClubTx, club: DemoClub): Promise<void> {
  const by = club.contact;
  const asked = await addParents(tx, club);
  const end = now().getTime();
  const moment = (daysAgo: number) => new Date(end - daysAgo * DAY_MS);
  for (let day = 40; day >= 0; day -= 1) {
    // Today's requests were sent an hour ago, so that nothing is in the future.
    const at = day === 0 ? new Date(end - 3_600_000) : moment(day);
    const sending = sendings.find(({ daysAgo }) => daysAgo === day);
    if (sending) {
      const agreementIds = asked
        .filter(({ parent }) => sending.fates.includes(parent.fate))
        .map(({ id }) => id);
      await issueAgreements(tx, { agreementIds }, { scope: "all", by, at });
    }
    if (WEEKS_LOOKS.includes(day)) {
      await expireDue(tx, at);
      await remindDue(tx, at);
    }
    await act(tx, asked, { day, at, by });
    await deliver(tx, asked, at);
  }
  // Their consequences elsewhere are entered with the club.
  await tx.deleteFrom("outbox").execute();
}

/** Consequences of a club's agreements in the control database: their links, and the head of the evidence. */
export interface AgreementsElsewhere {
  links: AgreementLink[];
  head: EvidenceHead | null;
}

export async function agreementsElsewhere(db: ClubDb, clubCode: string): Promise<AgreementsElsewhere> {
  const sent = await db.selectFrom("agreements").select(["id", "issue"]).where("issue", ">", 0).execute();
  const links = sent.map(({ id, issue }) => ({ club_code: clubCode, agreement_id: id, issue }));
  const head = await evidenceHead(db);
  return { links, head: head && { clubCode, ...head } };
}

export async function enterAgreements(tx: ControlTx, { links, head }: AgreementsElsewhere): Promise<void> {
  await storeAgreementLinks(tx, links, now());
  if (head) await carryEvidenceHead(tx, head);
}

/** Adds the parents, as if a list had been typed, each with an unsent agreement. */
async function addParents(tx: ClubTx, club: DemoClub): Promise<Asked[]> {
  const contacts = demoParents.map(({ name, language, children }) => ({
    name,
    email: parentEmail(name),
    language,
    children: children.map((child) => ({
      name: child.name,
      teamId: teamId(club, child.team),
      ageGroup: club.teams.find((team) => team.name === child.team)?.age ?? "",
    })),
  }));
  const at = new Date(now().getTime() - ADDED_DAYS_AGO * DAY_MS).toISOString();
  const { ids } = await addContacts(tx, contacts, { source: "manual", by: club.contact, at });
  const agreements = await tx.selectFrom("agreements").select(["id", "contact_id"]).execute();
  const byContact = new Map(agreements.map(({ id, contact_id }) => [contact_id, id]));
  return demoParents.map((parent: DemoParent) => ({
    parent,
    id: byContact.get(ids.get(parentEmail(parent.name)) ?? "") as string,
    teamIds: parent.children.map((child) => teamId(club, child.team)),
  }));
}

const teamId = (club: DemoClub, team: string) => `demo-${club.code}-${team.toLowerCase()}`;

/** Reports the mails of a day as sent, and, except for today's, as delivered or not. */
async function deliver(tx: ClubTx, asked: readonly Asked[], at: Date): Promise<void> {
  const fates = new Map(asked.map(({ id, parent }) => [id, parent]));
  const mails = await tx
    .selectFrom("agreement_mails")
    .select(["agreement_id", "issue", "step", "created_at"])
    .where("queued_at", "is", null)
    .execute();
  await tx
    .updateTable("agreement_mails")
    .set({ queued_at: at.toISOString() })
    .where("queued_at", "is", null)
    .execute();
  for (const { agreement_id, issue, step, created_at } of mails) {
    const parent = fates.get(agreement_id);
    if (!parent || parent.fate === "fresh") continue;
    const mail = { agreementId: agreement_id, issue, step, createdAt: created_at };
    const to = parentEmail(parent.name);
    const reported = parent.fate === "bounced" ? "bounced" : "delivered";
    const written = Date.parse(created_at);
    await recordAgreementDelivery(tx, mail, {
      ...{ delivery: reported, reason: reported === "bounced" ? "unknown" : null },
      ...{ to, at: new Date(written + 60_000) },
    });
    if (parent.fate === "complained" && step !== "request")
      await recordAgreementDelivery(tx, mail, {
        delivery: "complained",
        reason: null,
        to,
        at: new Date(at.getTime() + 7_200_000),
      });
  }
}
