/** What the product does, as the landing page names it. Only what is built (product.md#public-pages). */
export const features: { id: string; title: string; text: string; link?: { href: string; text: string } }[] =
  [
    {
      id: "agreement",
      title: "Digital Parent Agreement",
      text: "Every parent reads one page and signs it without an account, in English or Spanish. The club sees who has signed.",
    },
    {
      id: "rating",
      title: "Sideline Rating Tool",
      text: "Coach and manager rate on their own phones, without an app. A published rule makes one score of two.",
    },
    {
      id: "leaderboard",
      title: "Club Leaderboard",
      text: "Teams of the same age side by side, in the state and the country. Never people.",
      link: { href: "/leaders", text: "See the leaders" },
    },
    {
      id: "printables",
      title: "Printable Resources",
      text: "Your club’s QR code to hang up at the field, and signed agreements as PDF.",
    },
    {
      id: "rewards",
      title: "Rewards Toolkit",
      text: "Each perfect game stands on the line, so a club knows which sideline to thank.",
    },
    {
      id: "lessons",
      title: "Micro-Training",
      text: "Short lessons: what the scores mean, how to calm a sideline.",
      link: { href: "/help", text: "Open the help guide" },
    },
  ];

/** What the club works for: aims, no measured figures (product.md#public-pages). */
export const aims: { title: string; text: string }[] = [
  {
    title: "Players who hear cheering",
    text: "A sideline that applauds both teams.",
  },
  {
    title: "Referees who come back",
    text: "Who is respected blows the whistle next season, too.",
  },
  {
    title: "Parents who know the rule",
    text: "One agreement, before anything happens.",
  },
  {
    title: "Clubs that see it early",
    text: "A line that turns is a reason to talk.",
  },
];
