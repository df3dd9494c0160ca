import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { type PictureName, ProductPicture } from "#app/routes/site/product-picture.tsx";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

const description = `${brand.name} in eight pictures: from the rating at the field to the leaderboard.`;

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, { path: "/tour", title: "Tour", description });

interface Stop {
  picture: PictureName;
  title: string;
  text: string;
  alt: string;
}

const stops: Stop[] = [
  {
    picture: "rating",
    title: "Rate at the field",
    text: "Three scores, a reason where one is needed, done. It works on any phone, in the sun and on a weak connection, with nothing to install.",
    alt: "The rating page on a phone: a game to rate, and the scores 20, 10 and 0",
  },
  {
    picture: "coach",
    title: "See what waits",
    text: "A coach opens one page and reads which game waits for a rating. Coach and manager rate on their own, and neither sees the other’s score first.",
    alt: "A coach’s first page on a phone",
  },
  {
    picture: "agreement",
    title: "Every parent signs one agreement",
    text: "Parents get a link by email, read one page and sign it, in English or Spanish, without an account. They keep a copy.",
    alt: "The sideline agreement as a parent sees it on a phone",
  },
  {
    picture: "tracker",
    title: "Know who has signed",
    text: "The club sees who has signed, who has not, and sends reminders. Each signature can be proved later from one file.",
    alt: "The tracker of agreements with their states",
  },
  {
    picture: "dashboard",
    title: "Start with a sentence",
    text: "The dashboard says what waits for you before it shows a figure. Below it stands each team’s line.",
    alt: "The dashboard of a club’s administrator",
  },
  {
    picture: "team",
    title: "A season on one line",
    text: "Every game is a mark: a full dot for a perfect sideline, a half dot for minor issues, a ring for a major incident. The line shows whether it gets better.",
    alt: "A team’s page with its season, game by game",
  },
  {
    picture: "leaderboard",
    title: "Compare fairly",
    text: "Teams of the same age, in the state or the country. Few games never beat many, and only teams are ranked, never people.",
    alt: "The leaderboard of a state",
  },
  {
    picture: "schedule",
    title: "Games come in by themselves",
    text: "Import the file that your league exports, or type the games in. Calendars on phones follow every change.",
    alt: "The schedule of all teams",
  },
];

export default function Tour() {
  return (
    <SitePage
      title="The product in eight pictures"
      lead="Taken from the demo club, exactly as it is. Nothing here is drawn."
      width="wide"
    >
      <ol className="tour">
        {stops.map((stop, index) => (
          <li key={stop.picture}>
            <div>
              <h2>
                {index + 1}. {stop.title}
              </h2>
              <p>{stop.text}</p>
            </div>
            <ProductPicture name={stop.picture} alt={stop.alt} eager={index === 0} />
          </li>
        ))}
      </ol>
      <Buttons>
        <ButtonLink href="/signup" look="primary">
          Get Started
        </ButtonLink>
        <ButtonLink href="/leaders">See the leaders</ButtonLink>
        <ButtonLink href="/faq">Questions and answers</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
