import { pluralize } from "#app/domain/values/pluralize.ts";
import {
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  EmailList,
  EmailSection,
  Facts,
  Paragraph,
  renderEmail,
} from "../email.tsx";

interface Line {
  text: string;
  link: string;
}

/** The past week and the coming one, of the club or of the reader's teams (product.md#weekly-reports). */
export function weeklyReportEmail(props: {
  club: EmailClub;
  why: string;
  /** 'The club's week' */
  title: string;
  week: string;
  sentence: string;
  stats: [label: string, value: string][];
  teams: { name: string; text: string }[];
  next: Line[];
  waiting: Line[];
  ahead: Line[];
  moreAhead: number;
  link: string;
}): Email {
  const { teams, next, waiting, ahead, moreAhead } = props;
  return renderEmail(
    `${props.club.name}: ${props.week}`,
    <EmailLayout
      club={props.club}
      heading={`${props.title}, ${props.week}`}
      preheader={[props.sentence, next[0]?.text].filter(Boolean).join(" Next: ")}
      why={props.why}
    >
      <Paragraph>{props.sentence}</Paragraph>
      {props.stats.length > 0 ? <Facts facts={props.stats} /> : null}
      <EmailList heading="What to do next" lines={next} />
      {waiting.length > 0 ? <EmailList heading="Waiting for your rating" lines={waiting} /> : null}
      {teams.length > 0 ? (
        <EmailSection heading="By team">
          <Facts facts={teams.map(({ name, text }) => [name, text])} />
        </EmailSection>
      ) : null}
      {ahead.length > 0 ? <EmailList heading="This week's games" lines={ahead} /> : null}
      {moreAhead > 0 ? (
        <Paragraph>{`And ${pluralize(moreAhead, "more game", "more games")}.`}</Paragraph>
      ) : null}
      <EmailButton href={props.link}>Open the dashboard</EmailButton>
    </EmailLayout>,
  );
}
