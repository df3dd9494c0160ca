import type { ReportPrint } from "#app/print/report-print.ts";
import { type EmailClub, EmailSection, Facts, Paragraph } from "../frame/email.tsx";
import { defineEmail } from "../frame/email-kind.tsx";
import { lakesideWithAddress } from "./sample-values.ts";

/** A season as an administrator sends it to the club's board, who have no account (product.md#season-to-the-board). */
export const seasonBoardEmail = defineEmail<{
  club: EmailClub;
  season: string;
  /** Who sent it. */
  by: string;
  /** What they wrote above it, as plain text; '' for nothing. */
  words: string;
  results: string;
  facts: [label: string, value: string][];
  /** 'Dana Reyes, 9 games' */
  thanks: string[];
  /** What the attached PDF is printed from; null in a sample. */
  pdf: { print: Omit<ReportPrint, "logo"> /** WebP in base64. */; logo: string | null; day: string } | null;
}>({
  club: ({ club }) => club,
  words: {
    subject: "{club}: {season} on the sidelines",
    heading: "{season} on the sidelines",
    preheader: "{results}",
    body: ["[own]", "{results}", "[stats]", "[thanks]", "Each team's figures are in the attached PDF."],
    why: "{by} of {club} sent you this. It comes once; to write back, reply to this email.",
    phrases: { thanks: "Thank you to who rated", by: "{by}, {club}" },
  },
  variables: ({ club, season, by, results }) => ({ club: club.name, season, by, results }),
  blocks: {
    // Plain text without links: the readers are not the sender's own people.
    own: ({ words }, { say }) =>
      words === "" ? null : (
        <>
          {words.split(/\n{2,}/).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
            <Paragraph key={index}>{paragraph}</Paragraph>
          ))}
          <Paragraph>{say("by")}</Paragraph>
        </>
      ),
    stats: ({ facts }) => <Facts facts={facts} />,
    thanks: ({ thanks }, { say }) =>
      thanks.length > 0 ? (
        <EmailSection heading={say("thanks")}>
          <Paragraph>{`${thanks.join("; ")}.`}</Paragraph>
        </EmailSection>
      ) : null,
  },
  sample: {
    club: lakesideWithAddress,
    season: "Fall 2026",
    by: "Ada Admin",
    words: "Dear board,\n\nthis is how our first season with Goodside went.",
    results: "Perfect in 28 of 38 rated games, 74% (likely 58% to 85%). 40 of 48 planned games played.",
    facts: [
      ["Games", "38 of 40 games rated (95%)"],
      ["Results", "28 perfect, 8 minor, 2 major"],
      ["Improved: Hawks", "from 12.0 to 18.0 points a game, the first 5 rated games against the last 5"],
      ["Incidents", "2 major incidents: all closed. 3 repair talks held."],
      ["Parents", "Parent satisfaction: 90% (the average of 23 answers from 1 to 5). The reference is 78%."],
    ],
    thanks: ["Dana Reyes, 19 games", "Mona Park, 12 games"],
    pdf: null,
  },
  moreSamples: [{ words: "", thanks: [] }],
});
