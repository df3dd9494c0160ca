export interface Lesson {
  slug: string;
  title: string;
  summary: string;
  /** Reading time. */
  minutes: number;
  parts: readonly { title: string; text: readonly string[] }[];
  /** Next step. */
  next: { href: string; text: string };
}

/**
 * Short lessons for coaches, managers and administrators (product/pages.md#help-guide). The pictures are in
 * `pictures.tsx`.
 */
export const lessons: readonly Lesson[] = [
  {
    slug: "how-to-rate",
    title: "How to rate a game",
    summary: "Three taps on your phone, and what to do if you were not sure.",
    minutes: 2,
    parts: [
      {
        title: "1. Open the game",
        text: [
          "From kick-off on, ‘Rate Game Now’ leads to the game that waits for you. You can rate at the field or at home. There is no last day, but a rating given soon is a better one: for 48 hours after the game you rate without seeing the other side’s score.",
        ],
      },
      {
        title: "2. Choose the score",
        text: [
          "Think of your own sideline only: parents, families and friends of your team. Not of the players, the referee, the result, or the other team’s parents.",
          "With a 10 or a 0 you tick what happened. With a 20 you may tick what was good.",
        ],
      },
      {
        title: "3. Send",
        text: [
          "A Major Incident needs a note of what happened; the other scores need none on the phone. Name no child. If you are not sure between two scores, ask what a neutral neighbor of the field would say.",
        ],
      },
      {
        title: "If you were wrong",
        text: [
          "You can correct your rating for 48 hours. Later, a club administrator can, with a reason. Every version is kept.",
        ],
      },
    ],
    next: { href: "/mobile-rating", text: "Rate a game" },
  },
  {
    slug: "three-scores",
    title: "What the three scores mean",
    summary: "Perfect, minor, major: where one ends and the next begins.",
    minutes: 2,
    parts: [
      {
        title: "20: Perfect Behavior",
        text: [
          "No incidents and a positive atmosphere. People cheer, applaud a good save of the other team, and let the coach coach. Loud is fine. A perfect sideline is the normal case, not a rare prize.",
        ],
      },
      {
        title: "10: Minor Issues",
        text: [
          "Some bad behavior during the game: instructions shouted at players, dissent at the referee, remarks between the two sidelines. It was noticed, and the game went on.",
        ],
      },
      {
        title: "0: Major Incident",
        text: [
          "A parent received a red or yellow card. That is the line, so that nobody has to judge how bad it was. The club’s administrators are told, and a private case is opened.",
        ],
      },
      {
        title: "Two scores, one result",
        text: [
          "Coach and manager rate on their own. If they differ, your club’s rule makes one result of the two. The page ‘How results are made’ shows which rule your club has.",
        ],
      },
    ],
    next: { href: "/rating/how", text: "See your club’s rule" },
  },
  {
    slug: "major-incident",
    title: "When a major incident happens",
    summary: "First people, then paper: what to do at the field, and what the club does after it.",
    minutes: 3,
    parts: [
      {
        title: "At the field",
        text: [
          "The referee leads. Stay calm, do not argue, do not film. If somebody is in danger, call 911 first; no rating is urgent.",
        ],
      },
      {
        title: "On the same day",
        text: [
          "Rate the game 0 and write what you saw in two or three sentences: what was said or done, when, and what the referee did. Facts, no opinions, and no child’s name. The text is for the club’s administrators only.",
        ],
      },
      {
        title: "What the club does",
        text: [
          "Administrators get an email and a private case. They note the facts, plan a talk with whom it concerns, and write down what was agreed. Nothing of it reaches a leaderboard, another team or the public, and the case is erased two years after it was opened.",
          "Goodside replaces no report that your league or association asks for.",
        ],
      },
    ],
    next: { href: "/incidents", text: "Open the incidents (administrators)" },
  },
  {
    slug: "sending-the-agreement",
    title: "Sending the parent agreement",
    summary: "From the list of parents to signatures, in one evening.",
    minutes: 3,
    parts: [
      {
        title: "1. Tell them before",
        text: [
          "Say at the team meeting that an email comes, from the club’s name ‘via Goodside’. Mail that people expect gets signed.",
        ],
      },
      {
        title: "2. Read it yourself",
        text: [
          "The agreement is in English and Spanish. Your club can add paragraphs of its own; change them before you send, because what was signed stays as it was.",
        ],
      },
      {
        title: "3. Send it to everybody",
        text: [
          "One email a parent, for all their children. They read one page and sign it with their name, no account needed. An address that bounces is shown, so that you can correct it.",
        ],
      },
      {
        title: "4. Let the reminders work",
        text: [
          "Whoever has not signed is reminded after 3, 7 and 14 days, and more often only by you. Who prefers paper signs on paper: you note it in the list.",
        ],
      },
    ],
    next: { href: "/agreements", text: "Open the agreements" },
  },
  {
    slug: "calming-a-sideline",
    title: "Calming a sideline",
    summary: "Small things that a coach or manager can do before, during and after a game.",
    minutes: 3,
    parts: [
      {
        title: "Before the game",
        text: [
          "Say one sentence to the parents: ‘Cheer for everybody, let me do the coaching, and leave the referee to me.’ Stand where they can see you. Ask one calm parent to be the good example.",
        ],
      },
      {
        title: "When it gets loud",
        text: [
          "Walk over before it boils. Speak to one person, quietly, beside them and not in front of others. Use the name, then what you need: ‘Sam, I need you to stop talking to the referee. Can you do that for me?’ Then go back. Do not wait for an answer.",
          "Never argue about the call itself. If it does not stop, ask the referee to pause the game.",
        ],
      },
      {
        title: "After the game",
        text: [
          "Thank the parents for what was good. Talk about what was not on another day, with the person alone. Then rate what happened, also when the talk went well.",
        ],
      },
    ],
    next: { href: "/help/lessons/major-incident", text: "Next lesson: when a major incident happens" },
  },
];

/** Returns the lesson of an address; undefined for an unknown one. */
export const lessonBySlug = (slug: string | undefined) => lessons.find((lesson) => lesson.slug === slug);
