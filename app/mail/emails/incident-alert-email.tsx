import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

/**
 * Alerts a club's administrators to a 0 (product.md#incidents). It names the game and the tags that were ticked; the
 * rater's own words may name people, so they stay in the app.
 */
export function incidentAlertEmail(props: {
  club: EmailClub;
  /** 'Hawks vs. Tigers' */
  game: string;
  when: string;
  location: string;
  ratedBy: string;
  tags: string;
  link: string;
  /** Why the reader gets it. */
  why: string;
}): Email {
  return renderEmail(
    `Major Incident: ${props.game}`,
    <EmailLayout
      club={props.club}
      heading="A sideline got a Major Incident"
      preheader={`${props.when}. A private case was opened for your club's administrators.`}
      why={props.why}
    >
      <Paragraph>
        {`${props.game} was rated 0, Major Incident. A private case was opened for it, which only your club's administrators see.`}
      </Paragraph>
      <Facts
        facts={[
          ["Game", props.game],
          ["When", props.when],
          ["Where", props.location],
          ["Rated by", props.ratedBy],
          ["What happened", props.tags],
        ]}
      />
      <EmailButton href={props.link}>Open the private case</EmailButton>
    </EmailLayout>,
  );
}
