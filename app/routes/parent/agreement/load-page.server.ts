import type { ParentAgreement } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { teamChoices } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { hasAskedForLink } from "#app/domain/club/agreements/request-link.server.ts";
import { shownText } from "#app/domain/club/evidence/evidence.server.ts";
import { ownParagraphOf } from "#app/domain/club/evidence/own-paragraph.ts";
import {
  type AgreementLanguage,
  agreementBlocks,
  agreementCatalogue,
  formatAgreementMoment,
  type TextBlock,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import type { TextPart } from "./agreement-text.tsx";
import type { SignFormData } from "./sign-form.tsx";
import type { ViewDetails } from "./views.tsx";

/** The text to read and the form to sign it. */
export async function loadSignPage(opened: OpenedAgreement, language: AgreementLanguage) {
  const { club, contact, children, db } = opened;
  const { hash, version } = shownText(club, language);
  const blocks = agreementBlocks(language, {
    clubName: club.name,
    ownParagraph: ownParagraphOf(club, language),
    version,
  });
  const teams = await teamChoices(db);
  const form: SignFormData = {
    clubName: club.name,
    textHash: hash,
    parentName: contact.name,
    parentEmail: contact.email,
    childName: [...new Set(children.map(({ name }) => name))].join(", "),
    teamIds: children.flatMap(({ team_id }) => team_id ?? []),
    teams,
    today: dateAt(now(), club.timezone),
  };
  const agreed = blocks.findIndex(({ kind }) => kind === "affirmation");
  return {
    title: blocks[0]?.text ?? "",
    lead: blocks[1]?.text ?? "",
    /** What is read before the form; the rest stands beside its boxes. */
    parts: partsOf(blocks.slice(2, agreed - 1), language),
    agreeHeading: blocks[agreed - 1]?.text ?? "",
    version: blocks.at(-1)?.text ?? "",
    form,
  };
}

/** The text by its headings. */
function partsOf(blocks: readonly TextBlock[], language: AgreementLanguage): TextPart[] {
  const { electronicHeading, keptHeading } = agreementCatalogue(language).text;
  const starts = blocks.flatMap(({ kind }, index) => (kind === "heading" ? [index] : []));
  return starts.map((start, index) => {
    const heading = blocks[start]?.text ?? "";
    const folded = heading === electronicHeading || heading === keptHeading;
    const id = heading === electronicHeading ? "electronic" : `part-${index + 1}`;
    return { id, heading, folded, blocks: blocks.slice(start + 1, starts[index + 1]) };
  });
}

/** What the page says where there is nothing to sign. */
export async function loadViewDetails(
  opened: OpenedAgreement,
  language: AgreementLanguage,
  already: boolean,
): Promise<ViewDetails> {
  const { view, club, agreement, link, db } = opened;
  const moment = momentOf(view, agreement);
  const endsOpen = view === "expired" || view === "declined" || view === "withdrawn";
  const newestWorks = agreement.status === "pending" && (agreement.expires_at ?? "~") > nowIso();
  return {
    clubName: club.name,
    at: moment && formatAgreementMoment(language, moment, club.timezone),
    paper: agreement.paper === 1,
    replaced: view === "expired" && link.issue < agreement.issue && newestWorks,
    asked: endsOpen && (await hasAskedForLink(db, agreement)),
    already,
    reopenUntil:
      view === "declined" && link.issue === agreement.issue && isAhead(agreement.expires_at)
        ? formatAgreementMoment(language, agreement.expires_at ?? "", club.timezone)
        : null,
  };
}

const isAhead = (expiresAt: string | null) => expiresAt !== null && expiresAt > nowIso();

function momentOf(view: OpenedAgreement["view"], agreement: ParentAgreement["agreement"]): string | null {
  if (view === "signed") return agreement.signed_at;
  return view === "expired" ? agreement.expires_at : agreement.closed_at;
}
