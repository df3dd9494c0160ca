import type { ClubTx } from "#app/db/club/schema.ts";
import { changeReminders } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { noteOpened } from "#app/domain/club/agreements/request-link.server.ts";
import {
  declineAgreement,
  recordPaperSignature,
  type SignInput,
  signAgreement,
  withdrawAgreement,
} from "#app/domain/club/agreements/sign.server.ts";
import { shownText } from "#app/domain/club/evidence/evidence.server.ts";
import type { DemoParent, Fate } from "./parents.ts";
import { parentEmail } from "./parents.ts";

/** A demo parent with the agreement and the teams of the children. */
export interface Asked {
  id: string;
  parent: DemoParent;
  teamIds: string[];
}

interface Today {
  /** Days ago. */
  day: number;
  at: Date;
  /** Member of the club who enters paper agreements. */
  by: string;
}

/** Days since parents of a fate acted; parents who sign do so one after another. */
const actDays: Partial<Record<Fate, number[]>> = {
  withdrawn: [38, 12],
  signed: [20, 20, 19, 17, 16, 13, 12, 8, 5],
  paper: [15, 11],
  "other-name": [17],
  "other-address": [14],
  declined: [16],
  stopped: [16],
  opened: [1, 1],
};

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

/** Makes parents sign, decline, withdraw, or bring paper on their day. */
export async function act(tx: ClubTx, asked: readonly Asked[], today: Today): Promise<void> {
  for (const [fate, days] of Object.entries(actDays) as [Fate, number[]][]) {
    const those = asked.filter(({ parent }) => parent.fate === fate);
    for (const [index, one] of those.entries()) {
      if (fate === "withdrawn") {
        if (today.day === days[0]) await sign(tx, one, today);
        if (today.day === days[1]) await answer(tx, one, today);
      } else if (days[index % days.length] === today.day) await answer(tx, one, today);
    }
  }
}

async function answer(tx: ClubTx, one: Asked, { at, by }: Today): Promise<void> {
  const { id, parent } = one;
  const from = { ...fromPhone(parent, at), agreementId: id };
  // Half an hour after the mail.
  const players = playersOf(parent);
  switch (parent.fate) {
    case "opened":
      await noteOpened(tx, { id, issue: 1 }, from.at);
      return;
    case "stopped":
      await changeReminders(tx, id, { stopped: true, at: new Date(from.at) });
      return;
    case "declined":
      await declineAgreement(tx, { ...from, reason: "We are moving to Houston in January." });
      return;
    case "withdrawn":
      await withdrawAgreement(tx, { ...from, reason: "Nina no longer plays this season." });
      return;
    case "paper": {
      const signedOn = from.at.slice(0, 10);
      const { name, language } = parent;
      await recordPaperSignature(tx, {
        ...{ agreementId: id, name, players, signedOn, language },
        ...{ enteredBy: by, at: from.at },
      });
      return;
    }
    default:
      await sign(tx, one, { at });
  }
}

async function sign(tx: ClubTx, { id, parent, teamIds }: Asked, { at }: Pick<Today, "at">): Promise<void> {
  const club = await tx
    .selectFrom("club")
    .select(["name", "agreement_text", "agreement_text_es"])
    .executeTakeFirstOrThrow();
  const name = parent.fate === "other-name" ? parent.name.replace("Elizabeth", "Beth") : parent.name;
  const email =
    parent.fate === "other-address" ? parentEmail(`${parent.name} Work`) : parentEmail(parent.name);
  const from = fromPhone(parent, at);
  const input: SignInput = {
    ...from,
    ...{ agreementId: id, name, email, teamIds, signature: name },
    players: playersOf(parent),
    signatureDate: from.at.slice(0, 10),
    textHash: shownText(club, parent.language).hash,
  };
  const signed = await signAgreement(tx, input);
  if (!signed.ok) throw new Error(`${parent.name} cannot sign: ${signed.problem}`);
}

const playersOf = ({ children }: DemoParent) => children.map(({ name }) => name).join(", ");

/** Returns the origin of an answer: half an hour later, from a phone. */
const fromPhone = ({ language }: DemoParent, at: Date) => ({
  issue: 1,
  language,
  ip: "203.0.113.24",
  userAgent: PHONE,
  at: new Date(at.getTime() + 1_800_000).toISOString(),
});
