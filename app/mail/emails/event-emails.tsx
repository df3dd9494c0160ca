import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

/** What every email about an event of the club gets besides its own props. */
interface EventProps {
  club: EmailClub;
  /** Why the reader gets it: 'You get Rating Submissions of Lakeside FC.' */
  why: string;
  /** The page that it leads to. */
  link: string;
}

/** A game as these emails name it. */
interface GameProps extends EventProps {
  team: string;
  opponent: string;
  /** 'Hawks vs. Tigers' */
  game: string;
  when: string;
}

/**
 * Somebody rated a game (product.md#notifications). Without `result`, which is null for a reader for whom it is sealed,
 * it tells nothing of the score.
 */
export function ratingSubmittedEmail(
  props: GameProps & { rater: string; as: string; result: string | null; mayRate: boolean },
): Email {
  const { rater, team, opponent, result } = props;
  const said = result
    ? `The rating: ${result}.`
    : "You see it once you have rated the game too, or 48 hours after the game.";
  return renderEmail(
    `${rater} rated ${team} against ${opponent}`,
    <EmailLayout club={props.club} heading={`${rater} rated ${props.game}`} preheader={said} why={props.why}>
      <Paragraph>{`The game has its ${props.as.toLowerCase()} rating. ${said}`}</Paragraph>
      <Facts
        facts={[
          ["Game", props.game],
          ["When", props.when],
        ]}
      />
      <EmailButton href={props.link}>{props.mayRate ? "Rate this game" : "Open the game"}</EmailButton>
    </EmailLayout>,
  );
}

/** A game's result is 20, and open to the whole team (product.md#notifications). */
export function perfectGameEmail(props: GameProps): Email {
  return renderEmail(
    `Perfect game: ${props.game}`,
    <EmailLayout
      club={props.club}
      heading={`A perfect game for the sideline of ${props.team}`}
      preheader="20, Perfect Behavior. Thank the parents who made it one."
      why={props.why}
    >
      <Paragraph>
        {`${props.game} was rated 20, Perfect Behavior. Thank the parents who made it one.`}
      </Paragraph>
      <Facts
        facts={[
          ["Game", props.game],
          ["When", props.when],
        ]}
      />
      <EmailButton href={props.link}>Open the game</EmailButton>
    </EmailLayout>,
  );
}

/** Tells a team's manager of a 0, once its result is open: nothing of the private note (product.md#incidents). */
export function managerIncidentEmail(props: GameProps): Email {
  return renderEmail(
    `Major Incident: ${props.game}`,
    <EmailLayout
      club={props.club}
      heading="Your sideline got a Major Incident"
      preheader="Talk to your club's administrators before you talk to the parents."
      why={props.why}
    >
      <Paragraph>
        {`${props.game} was rated 0, Major Incident. Your club's administrators know of it and keep a private note. Talk to them before you talk to the parents.`}
      </Paragraph>
      <Facts
        facts={[
          ["Game", props.game],
          ["When", props.when],
        ]}
      />
      <EmailButton href={props.link}>Open the game</EmailButton>
    </EmailLayout>,
  );
}

/** A team's rank among the teams of its state has changed (product.md#notifications). */
export function rankChangedEmail(
  props: EventProps & { team: string; state: string; from: number; to: number },
): Email {
  const { team, state, from, to } = props;
  const moved = to < from ? "up" : "down";
  return renderEmail(
    `${team} moved ${moved} to number ${to} in ${state}`,
    <EmailLayout
      club={props.club}
      heading={`${team} moved ${moved}`}
      preheader={`Among the ranked teams of ${state}, it was number ${from} before.`}
      why={props.why}
    >
      <Paragraph>{`Among the ranked teams of ${state}, ${team} went from number ${from} to number ${to}.`}</Paragraph>
      <EmailButton href={props.link}>Open the leaderboard</EmailButton>
    </EmailLayout>,
  );
}
