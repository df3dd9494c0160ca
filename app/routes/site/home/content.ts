import type { PictureName } from "#app/routes/site/product-picture.tsx";

/** What the product does, as the landing page names it. Only what is built (product.md#public-pages). */
export const features: { id: string; title: string; text: string; link?: { href: string; text: string } }[] =
  [
    {
      id: "agreement",
      title: "Digital Parent Agreement",
      text: "Every parent gets a link, reads one page and signs it without an account, in English or Spanish. The club sees who has signed, and can prove it.",
    },
    {
      id: "rating",
      title: "Sideline Rating Tool",
      text: "After the game coach and manager give 20, 10 or 0 on their own phones. A published rule makes one score of two. No app, no password at the field.",
    },
    {
      id: "leaderboard",
      title: "Club Leaderboard",
      text: "Teams of the same age stand beside each other, in the state and in the country. Teams are ranked, never people.",
      link: { href: "/leaders", text: "See the leaders" },
    },
    {
      id: "printables",
      title: "Printable Resources",
      text: "A page with your club’s QR code to hang up at the field: parents register with their phones. Signed agreements as PDF.",
    },
    {
      id: "rewards",
      title: "Rewards Toolkit",
      text: "The line of a team shows every perfect game, so a club knows whom to thank. Parents of a perfect sideline deserve to hear it.",
    },
    {
      id: "lessons",
      title: "Micro-Training",
      text: "Short illustrated lessons: what the three scores mean, how to calm a sideline, what to do when something happens.",
      link: { href: "/help", text: "Open the help guide" },
    },
  ];

/** What the club works for: aims, no measured figures (product.md#public-pages). */
export const aims: { title: string; text: string }[] = [
  {
    title: "Players who hear cheering",
    text: "A sideline that applauds both teams is one that children want to play in front of.",
  },
  {
    title: "Referees who come back",
    text: "Who is respected at the field blows the whistle next season, too.",
  },
  {
    title: "Parents who know the rule",
    text: "One agreement, signed by everybody, before anything happens.",
  },
  {
    title: "Clubs that see it early",
    text: "A line that turns is a reason to talk, weeks before it becomes an incident.",
  },
];

export const pictures: { name: PictureName; alt: string }[] = [
  {
    name: "dashboard",
    alt: "The dashboard of a club: a sentence that says what waits, and each team’s line",
  },
  { name: "rating", alt: "The rating page on a phone: a game to rate, and the scores 20, 10 and 0" },
];
