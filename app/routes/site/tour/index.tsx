import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { CORRECTION_HOURS } from "#app/domain/club/ratings/rating-permission.ts";
import { LEAST_RATED_GAMES } from "#app/domain/control/leaderboard/ranking.ts";
import { Picture, type PictureName } from "#app/routes/site/pictures/picture.tsx";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

export const handle = { bare: "landing", sameForAll: true };

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    title: "Tour",
    description: `${brand.name} in eight pictures: a season of sideline ratings, from the first agreement to the leaderboard.`,
    path: "/tour",
  });

/** Shows the product in eight pictures of itself (product/pages.md#public-pages). */
export default function Tour() {
  return (
    <SitePage
      title={`${brand.name} in eight pictures`}
      lead="A demo club's season, as its people see it: every picture is a page of the product."
      width="wide"
    >
      <ol className="tour">
        {stops.map(({ picture, title, text, alt }) => (
          <li key={picture} className="feature">
            <div>
              <h2>{title}</h2>
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <Picture name={picture} alt={alt} />
          </li>
        ))}
      </ol>
      <Buttons>
        <ButtonLink href="/signup" look="primary">
          Get Started
        </ButtonLink>
        <ButtonLink href="/#pricing">See the packages</ButtonLink>
        <ButtonLink href="/faq">Questions and answers</ButtonLink>
      </Buttons>
    </SitePage>
  );
}

interface Stop {
  picture: PictureName;
  title: string;
  text: readonly string[];
  /** Description of the picture. */
  alt: string;
}

/** The tour in the order of a club's week. */
const stops: readonly Stop[] = [
  {
    picture: "rating",
    title: "At the field",
    text: [
      "After the game the coach opens one page on a phone, chooses the score and sends it. If something happened, a tick says what.",
      "Nothing to install, and the page is small enough for a bad connection.",
    ],
    alt: "The rating page on a phone: the game, and large buttons for the scores 20, 10 and 0.",
  },
  {
    picture: "two-ratings",
    title: "Two pairs of eyes",
    text: [
      "Coach and manager rate on their own, and neither sees the other’s score before giving one. Your club’s rule makes two scores one, and the page says how.",
      `Whoever rated can correct it for ${CORRECTION_HOURS} hours. Every version is kept.`,
    ],
    alt: "The page of a rated game: the manager's score, the coach's score, and the result with the rule that made it.",
  },
  {
    picture: "agreement",
    title: "The parent agreement",
    text: [
      "Parents get a link by email, read your club’s promises in English or Spanish, and sign with their name. No account, no password.",
    ],
    alt: "The agreement on a parent's phone: the club's name, the promises and the place to sign.",
  },
  {
    picture: "tracker",
    title: "Who has signed",
    text: [
      "Every agreement with its state, by team. Reminders go out by themselves; an address that takes no email stands at the top until somebody corrects it.",
    ],
    alt: "The agreements of a club: how many are signed, pending and expired, and the list of parents.",
  },
  {
    picture: "dashboard",
    title: "The club at a glance",
    text: [
      "What waits for you first, then every team with its line. Most days this is the only page you need.",
    ],
    alt: "The dashboard of a club administrator: what is to be done, and each team with the line of its games.",
  },
  {
    picture: "season",
    title: "A team’s season",
    text: [
      "Game by game, oldest on the left. A rough afternoon stays on the line, and so does every good one after it.",
    ],
    alt: "A team's page: its average, the line of the season and the list of games with their scores.",
  },
  {
    picture: "leaderboard",
    title: "The leaderboard",
    text: [
      `Teams of the same age in the state and in the country. A team is ranked once ${LEAST_RATED_GAMES} of its games are rated, and few games never beat many. Taking part is the club’s choice.`,
    ],
    alt: "The leaderboard of a state: teams with rank, average and the line of their latest games.",
  },
  {
    picture: "schedule",
    title: "The schedule",
    text: [
      "Import the file that your league’s software exports. Everybody can subscribe to their teams’ games in their own calendar. Rained out? Move a whole day at once.",
    ],
    alt: "The schedule of all teams: games by day with time, field and rating.",
  },
];
