import { defineEmail, type EmailWords } from "../frame/email-kind.tsx";
import { type NotificationProps, notificationFrame } from "./notification.ts";
import { appUrl, lakesideWithAddress, sampleGame, sampleWhy } from "./sample-values.ts";

/** Data of a game in these emails. */
interface GameProps extends NotificationProps {
  team: string;
  opponent: string;
  /** 'Hawks vs. Tigers' */
  game: string;
  when: string;
}

const gameFacts: EmailWords["facts"] = [
  ["Game", "{game}"],
  ["When", "{when}"],
];
const gameVariables = ({ team, opponent, game, when, why }: GameProps) => ({
  team,
  opponent,
  game,
  when,
  why,
});

const ratingSubmitted = {
  subject: "{rater} rated {team} against {opponent}",
  heading: "{rater} rated {game}",
  facts: gameFacts,
  why: "{why}",
};
const openResult = {
  ...ratingSubmitted,
  preheader: "The rating: {result}.",
  body: ["The game has its {as} rating. The rating: {result}.", "[facts]", "[button]"],
};
const sealedResult = {
  ...ratingSubmitted,
  preheader: "You see it once you have rated the game too, or 48 hours after the game.",
  body: [
    "The game has its {as} rating. You see it once you have rated the game too, or 48 hours after the game.",
    "[facts]",
    "[button]",
  ],
};

/**
 * Tells that a game was rated (product/notifications.md#notifications). `result` is null for a reader for whom it is
 * sealed; the email then has nothing of the score.
 */
export const ratingSubmittedEmail = defineEmail<
  GameProps & { rater: string; as: string; result: string | null; mayRate: boolean },
  "open" | "openToRate" | "sealed" | "sealedToRate"
>({
  purpose: {
    label: "New rating",
    sent: "when the other side of a team has rated a game",
    to: "members",
    preference: "rating-submissions",
  },
  ...notificationFrame,
  variant: ({ result, mayRate }) =>
    result ? (mayRate ? "openToRate" : "open") : mayRate ? "sealedToRate" : "sealed",
  words: {
    open: { ...openResult, button: "Open the game" },
    openToRate: { ...openResult, button: "Rate this game" },
    sealed: { ...sealedResult, button: "Open the game" },
    sealedToRate: { ...sealedResult, button: "Rate this game" },
  },
  variables: (props) => ({
    ...gameVariables(props),
    rater: props.rater,
    as: props.as.toLowerCase(),
    result: props.result ?? "",
  }),
  sample: {
    ...sampleGame,
    rater: "Dana Reyes",
    as: "Coach",
    result: null,
    mayRate: true,
    why: sampleWhy("Rating Submissions"),
  },
  moreSamples: [
    { mayRate: false },
    { result: "20, Perfect Behavior", mayRate: false },
    { result: "10, Minor Issues" },
  ],
});

/** A game's result is 20, and open to the whole team (product/notifications.md#notifications). */
export const perfectGameEmail = defineEmail<GameProps>({
  purpose: {
    label: "Perfect game",
    sent: "when a game’s result is 20",
    to: "members",
    preference: "perfect-games",
  },
  ...notificationFrame,
  words: {
    subject: "Perfect game: {game}",
    heading: "A perfect game for the sideline of {team}",
    preheader: "20, Perfect Behavior. Thank the parents who made it one.",
    body: [
      "{game} was rated 20, Perfect Behavior. Thank the parents who made it one.",
      "[facts]",
      "[button]",
    ],
    facts: gameFacts,
    button: "Open the game",
    why: "{why}",
  },
  variables: gameVariables,
  sample: { ...sampleGame, why: sampleWhy("Perfect Game") },
});

/**
 * Alerts a club's administrators to a 0 (product/ratings.md#incidents). It names the game and the checked tags; the
 * rater's own words may name people, so they stay in the app.
 */
export const incidentAlertEmail = defineEmail<
  NotificationProps & {
    /** 'Hawks vs. Tigers' */
    game: string;
    when: string;
    location: string;
    ratedBy: string;
    tags: string;
  }
>({
  purpose: {
    label: "Incident",
    sent: "at once when a game is rated 0",
    to: "members",
    preference: "incident-alerts",
  },
  ...notificationFrame,
  words: {
    subject: "Major Incident: {game}",
    heading: "A sideline got a Major Incident",
    preheader: "{when}. A private case was opened for your club's administrators.",
    body: [
      "{game} was rated 0, Major Incident. A private case was opened for it, which only your club's administrators see.",
      "[facts]",
      "[button]",
    ],
    facts: [
      ["Game", "{game}"],
      ["When", "{when}"],
      ["Where", "{location}"],
      ["Rated by", "{ratedBy}"],
      ["What happened", "{tags}"],
    ],
    button: "Open the private case",
    why: "{why}",
  },
  variables: ({ game, when, location, ratedBy, tags, why }) => ({ game, when, location, ratedBy, tags, why }),
  sample: {
    club: lakesideWithAddress,
    game: "Hawks U12 vs. Riverside Tigers",
    when: "Sat, Nov 21, 6:00 PM CT",
    location: "Zilker Park, Field 3",
    ratedBy: "Dana Reyes, Head Coach",
    tags: "dissent at the referee, entering the field",
    link: `${appUrl}/rating/g1/incident`,
    why: sampleWhy("Incident Alerts"),
  },
});

/** Tells a team's manager of a 0, once its result is open, without the private note (product/ratings.md#incidents). */
export const managerIncidentEmail = defineEmail<GameProps>({
  purpose: {
    label: "Incident of the team",
    sent: "to a team’s manager once a result of 0 is open",
    to: "members",
    preference: "incident-alerts",
  },
  ...notificationFrame,
  words: {
    subject: "Major Incident: {game}",
    heading: "Your sideline got a Major Incident",
    preheader: "Talk to your club's administrators before you talk to the parents.",
    body: [
      "{game} was rated 0, Major Incident. Your club's administrators know of it and keep a private note. Talk to them before you talk to the parents.",
      "[facts]",
      "[button]",
    ],
    facts: gameFacts,
    button: "Open the game",
    why: "{why}",
  },
  variables: gameVariables,
  sample: { ...sampleGame, why: sampleWhy("Incident Alerts") },
});

const rankWords = {
  preheader: "Among the ranked teams of {state}, it was number {from} before.",
  body: ["Among the ranked teams of {state}, {team} went from number {from} to number {to}.", "[button]"],
  button: "Open the leaderboard",
  why: "{why}",
};

/** A team's rank among the teams of its state has changed (product/notifications.md#notifications). */
export const rankChangedEmail = defineEmail<
  NotificationProps & { team: string; state: string; from: number; to: number },
  "up" | "down"
>({
  purpose: {
    label: "New rank",
    sent: "when a team has moved up or down in its state",
    to: "members",
    preference: "leaderboard-updates",
  },
  ...notificationFrame,
  variant: ({ from, to }) => (to < from ? "up" : "down"),
  words: {
    up: { ...rankWords, subject: "{team} moved up to number {to} in {state}", heading: "{team} moved up" },
    down: {
      ...rankWords,
      subject: "{team} moved down to number {to} in {state}",
      heading: "{team} moved down",
    },
  },
  variables: ({ team, state, from, to, why }) => ({ team, state, from, to, why }),
  sample: {
    club: lakesideWithAddress,
    team: "Hawks U12",
    state: "Texas",
    from: 12,
    to: 9,
    link: `${appUrl}/leaderboard`,
    why: sampleWhy("Leaderboard Updates"),
  },
  moreSamples: [{ to: 14 }],
});
