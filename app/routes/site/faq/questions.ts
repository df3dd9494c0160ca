import { CORRECTION_HOURS } from "#app/domain/club/ratings/rating-permission.ts";
import { formatPrice, plans } from "#app/domain/control/billing/plans.ts";

export interface Question {
  /** Its anchor. */
  id: string;
  question: string;
  /** Paragraphs of plain text. */
  answer: readonly string[];
  /** Link to more on the answer. */
  link?: { href: string; text: string };
}

const prices = plans
  .map((plan) => `${formatPrice(plan.priceCents)} (${plan.description.toLowerCase()})`)
  .join(", ");

/**
 * The questions of /faq as plain text, so that pages and search engines read the same (product/pages.md#public-pages).
 */
export const questions: readonly Question[] = [
  {
    id: "what",
    question: "What is Goodside?",
    answer: [
      "A service for youth sports clubs. After each game, the coach and the team manager give the behavior of their own sideline one of three scores. Every team gets a line that shows its games, so the club sees how its parents behave and whether it gets better.",
      "It also sends your club’s parent agreement by email, collects the signatures, and keeps private notes on major incidents.",
    ],
  },
  {
    id: "rating",
    question: "How much work is a rating?",
    answer: [
      "A few taps on a phone, at the field or at home. Choose the score, tick what happened if something did, and send. Only a Major Incident needs a written note. There is no app to install, and the pages work on a weak connection and without JavaScript.",
    ],
    link: { href: "/help/lessons/how-to-rate", text: "Lesson: how to rate a game" },
  },
  {
    id: "scores",
    question: "What do the three scores mean?",
    answer: [
      "20 is Perfect Behavior: no incidents and a positive atmosphere. 10 is Minor Issues: some bad behavior during the game. 0 is a Major Incident: a parent received a red or yellow card.",
    ],
    link: { href: "/help/lessons/three-scores", text: "Lesson: what the three scores mean" },
  },
  {
    id: "fair",
    question: "Who rates, and how do you keep it fair?",
    answer: [
      "Your team’s coach and your team’s manager, each on their own. Neither sees the other’s score before giving one. If the two differ, one rule that the club chose turns them into one result, and everybody in the club can read that rule.",
      `Whoever gave a rating can correct it for ${CORRECTION_HOURS} hours; later only a club administrator can, with a reason. Every version is kept.`,
    ],
  },
  {
    id: "names",
    question: "Is any parent or child named in public?",
    answer: [
      "No. Scores belong to a team’s sideline, never to a person. Leaderboards show teams and clubs. Children’s names stand only beside their parents’ in the club’s own list, and notes about incidents are for the club’s administrators.",
    ],
    link: { href: "/privacy", text: "Privacy Policy" },
  },
  {
    id: "parents",
    question: "Do parents need an account?",
    answer: [
      "No. A parent gets an email with a link to the agreement, in English or Spanish, reads it on one page and signs it there. The same link shows what is kept about them, and lets them correct or erase it.",
    ],
  },
  {
    id: "import",
    question: "How do our teams, parents and games get in?",
    answer: [
      "From the files that you have: schedules and rosters exported by your league’s or registration software, as CSV or Excel. Before anything is saved you see what was understood, and an import can be undone until something depends on it. Coaches and managers are invited by email.",
    ],
    link: { href: "/help#steps", text: "The seven steps" },
  },
  {
    id: "price",
    question: "What does it cost?",
    answer: [
      `One payment for one year, by the number of players in the club: ${prices}. Teams, coaches and managers are unlimited in every package, and their accounts are free. You pay by card or from a US bank account.`,
    ],
    link: { href: "/signup", text: "Choose a package and sign up" },
  },
  {
    id: "renewal",
    question: "Does it renew by itself? Can we get our money back?",
    answer: [
      "Nothing renews by itself: you decide each year. Within 14 days of paying for a year, also for a renewal, you get back what you paid for it, provided that the core components were not substantially used.",
    ],
    link: { href: "/terms#refunds", text: "What that means, in the terms" },
  },
  {
    id: "data",
    question: "Whose data is it, and how is it protected?",
    answer: [
      "Yours. Each club’s data lies in a file of its own, connections are encrypted, and passwords are stored as one-way hashes. We sell no data and show no advertising. How long each kind of data is kept is in one table.",
    ],
    link: { href: "/privacy#retention", text: "How long we keep what" },
  },
  {
    id: "help",
    question: "Who helps us if something does not work?",
    answer: [
      "A person. Write to us and we answer within 24 hours, urgent issues on the same day. The help guide takes a new club through seven steps.",
    ],
    link: { href: "/contact", text: "Contact us" },
  },
];
