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

/** A team has earned a reward (product.md#rewards): it was awarded, or it waits for an administrator to hand it over. */
export const rewardEarnedEmail = defineEmail<
  NotificationProps & {
    team: string;
    reward: string;
    /** Who got it, where it was given to one adult; else ''. */
    recipient: string;
    criteria: string;
    program: string;
    /** Whether it is to be handed over yet. */
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
