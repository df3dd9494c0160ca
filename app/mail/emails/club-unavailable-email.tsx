import { type Email, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";

/** Alerts platform staff that a club's file cannot be used, and says how to get it back. */
export function clubUnavailableEmail(props: {
  club: { name: string; code: string };
  appUrl: string;
  /** What went wrong, in one line. */
  problem: string;
  /** What to do about it. */
  remedy: string;
}): Email {
  const code = props.club.code.toUpperCase();
  return renderEmail(
    `${code} is down: its file cannot be used`,
    <EmailLayout
      heading={`${props.club.name} is down`}
      preheader={`${props.remedy} The other clubs are served.`}
      why="You get this because you run the platform. It is sent at most once a day for each club that is down."
    >
      <Paragraph>
        {`${props.remedy} The other clubs are served. This club is served again as soon as its file is back; nothing has to be restarted.`}
      </Paragraph>
      <Facts
        facts={[
          ["Club", `${props.club.name} (${code})`],
          ["Where", props.appUrl],
          ["What happened", props.problem],
          ["How to restore it", `npm run restore -- --from DIR --club ${code}`],
        ]}
      />
    </EmailLayout>,
  );
}
