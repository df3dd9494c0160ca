import { pluralize } from "#app/domain/values/pluralize.ts";
import { EmailList } from "../frame/email.tsx";
import { defineEmail } from "../frame/email-kind.tsx";
import { type NotificationProps, notificationFrame } from "./notification.ts";
import { appUrl, lakesideWithAddress, sampleWhy } from "./sample-values.ts";

const common = {
  facts: [
    ["Reward", "{reward}"],
    ["Earned by", "{criteria}"],
    ["Program", "{program}"],
  ] as [string, string][],
  why: "{why}",
};

/**
 * A team has earned a reward (product/rewards.md#rewards): it was awarded, or it waits for an administrator to hand it
 * over.
 */
export const rewardEarnedEmail = defineEmail<
  NotificationProps & {
    team: string;
    reward: string;
    /** Name of the adult who got it; '' if it was not given to one adult. */
    recipient: string;
    criteria: string;
    program: string;
    /** True if it still has to be handed over. */
    waits: boolean;
  },
  "waits" | "team" | "person"
>({
  purpose: {
    label: "Reward earned",
    sent: "when a team has earned a reward",
    to: "members",
    preference: "rewards-earned",
  },
  ...notificationFrame,
  variant: ({ waits, recipient }) => (waits ? "waits" : recipient ? "person" : "team"),
  words: {
    waits: {
      ...common,
      subject: "To hand over: {reward} for {team}",
      heading: "{team} have earned a reward",
      preheader: "{criteria}. It waits for you to hand it over.",
      body: ["{reward} waits for you to hand it over.", "[facts]", "[button]"],
      button: "Open the reward",
    },
    team: {
      ...common,
      subject: "{team} have earned {reward}",
      heading: "{team} have earned a reward",
      preheader: "{criteria}. Thank the parents who made it happen.",
      body: ["{reward} goes to {team}. Thank the parents who made it happen.", "[facts]", "[button]"],
      button: "Open it",
    },
    person: {
      ...common,
      subject: "{recipient} got {reward}",
      heading: "A thank-you to {recipient}",
      preheader: "{criteria}.",
      body: ["{reward} goes to {recipient} of {team}.", "[facts]", "[button]"],
      button: "Open it",
    },
  },
  variables: ({ team, reward, recipient, criteria, program, why }) => ({
    ...{ team, reward, recipient, criteria, program, why },
  }),
  sample: {
    club: lakesideWithAddress,
    team: "Hawks U12",
    reward: "$25 gift card",
    recipient: "",
    criteria: "3 perfect games in a row",
    program: "Fall Sideline Heroes",
    waits: true,
    link: `${appUrl}/rewards/earned/e1`,
    why: sampleWhy("Achievement Milestones"),
  },
  moreSamples: [{ waits: false }, { waits: false, recipient: "Kim Lee", criteria: "Calmed everybody down" }],
});

/** The result that earned an award changed afterwards (product/rewards.md#reward-emails). */
export const rewardChangedEmail = defineEmail<
  NotificationProps & { team: string; reward: string; changed: string; value: string; program: string }
>({
  purpose: {
    label: "Result of an award changed",
    sent: "when a result that earned an award was corrected, or its game is gone",
    to: "members",
    preference: "rewards-earned",
  },
  ...notificationFrame,
  words: {
    subject: "The result behind {reward} for {team} changed",
    heading: "A result changed after its award",
    preheader: "{reward} for {team}. {changed}.",
    body: [
      "{team} got {reward}. {changed}. What was given stays given. You can undo the award if it was not handed over yet.",
      "[facts]",
      "[button]",
    ],
    facts: [
      ["Reward", "{reward}"],
      ["Value", "{value}"],
      ["Program", "{program}"],
    ] as [string, string][],
    button: "Open the award",
    why: "{why}",
  },
  variables: ({ team, reward, changed, value, program, why }) => ({
    ...{ team, reward, changed, value, program, why },
  }),
  sample: {
    club: lakesideWithAddress,
    team: "Hawks U12",
    reward: "$15 gift card",
    changed: "Was 20 when awarded; corrected to 10 on Sep 3",
    value: "$15",
    program: "Fall Sideline Heroes",
    link: `${appUrl}/rewards/earned/e1`,
    why: sampleWhy("Rewards Earned"),
  },
});

/** An administrator emails a team its certificate (product/rewards.md#certificates). */
export const certificateEmail = defineEmail<
  NotificationProps & {
    team: string;
    reward: string;
    /** Name of the adult who got it; '' if it was not given to one adult. */
    recipient: string;
    criteria: string;
    program: string;
    /** Change of its result since; '' for none. */
    changed: string;
  }
>({
  purpose: {
    label: "Certificate",
    sent: "when an administrator emails a certificate to its team",
    to: "members",
    preference: "rewards-earned",
  },
  ...notificationFrame,
  words: {
    subject: "A certificate for {team}: {reward}",
    heading: "A certificate for {team}",
    preheader: "{criteria}. Ready to print.",
    body: [
      "Print the certificate and hand it out to the families.",
      "{changed?}. It is still earned.",
      "[facts]",
      "[button]",
    ],
    facts: [
      ["Reward", "{reward}"],
      ["For", "{recipient?}"],
      ["Earned by", "{criteria}"],
      ["Program", "{program}"],
    ] as [string, string][],
    button: "Open the certificate (PDF)",
    why: "{why}",
  },
  variables: ({ team, reward, recipient, criteria, program, changed, why }) => ({
    ...{ team, reward, recipient, criteria, program, changed, why },
  }),
  sample: {
    club: lakesideWithAddress,
    team: "Hawks U12",
    reward: "$15 gift card",
    recipient: "",
    criteria: "A game with 20 points or more",
    program: "Fall Sideline Heroes",
    changed: "",
    link: `${appUrl}/rewards/earned/e1/certificate.pdf`,
    why: sampleWhy("Rewards Earned"),
  },
  moreSamples: [
    { recipient: "Kim Lee", criteria: "Calmed everybody down" },
    { changed: "Was 20 when awarded; corrected to 18 on Sep 3" },
  ],
});

/** Most lines of a heading that one email lists; the page has the others. */
const LINES_LISTED = 50;

/** Several rewards of one check, in one email (product/rewards.md#reward-emails). */
export const rewardListEmail = defineEmail<
  NotificationProps & {
    sections: { heading: string; lines: { text: string; link: string }[] }[];
  }
>({
  purpose: {
    label: "Rewards earned",
    sent: "when one check finds several rewards",
    to: "members",
    preference: "rewards-earned",
  },
  ...notificationFrame,
  words: {
    subject: "Rewards: {contents}",
    heading: "{rewards} at {club}",
    preheader: "{contents}.",
    body: ["[sections]", "[button]"],
    button: "Open the rewards",
    why: "{why}",
  },
  variables: ({ club, why, sections }) => ({
    ...{ club: club.name, why },
    rewards: pluralize(
      sections.reduce((sum, { lines }) => sum + lines.length, 0),
      "reward",
    ),
    contents: sections
      .map(({ heading, lines }) => `${lines.length} ${heading.slice(0, 1).toLowerCase()}${heading.slice(1)}`)
      .join(", "),
  }),
  blocks: {
    sections: ({ sections, link }) =>
      sections.map(({ heading, lines }) => (
        <EmailList
          key={heading}
          heading={`${heading} (${lines.length})`}
          lines={[
            ...lines.slice(0, LINES_LISTED),
            ...(lines.length > LINES_LISTED
              ? [{ text: `And ${lines.length - LINES_LISTED} more`, link }]
              : []),
          ]}
        />
      )),
  },
  sample: {
    club: lakesideWithAddress,
    why: sampleWhy("Rewards Earned"),
    sections: [
      {
        heading: "Awarded",
        lines: [{ text: "Hawks U12: $15 gift card", link: `${appUrl}/rewards/earned/e1` }],
      },
      {
        heading: "To hand over",
        lines: [
          { text: "Hawks U12: Team pizza party", link: `${appUrl}/rewards/earned/e2` },
          { text: "Lions U14: $15 gift card", link: `${appUrl}/rewards/earned/e3` },
        ],
      },
    ],
    link: `${appUrl}/rewards?tab=earned`,
  },
});
