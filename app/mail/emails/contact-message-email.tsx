import { brand } from "#app/config/brand.ts";
import { type Email, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";

/** A message from the contact form, for the mailbox of its category. */
export function contactMessageEmail(props: {
  category: string;
  subject: string;
  message: string;
  sender: { name: string; email: string };
}): Email {
  const { sender } = props;
  return renderEmail(
    `${props.category}: ${props.subject}`,
    <EmailLayout
      heading={props.subject}
      preheader={`From ${sender.name}, ${sender.email}`}
      why={`Sent through the contact form of ${brand.name}.`}
    >
      {props.message.split(/\n{2,}/).map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <Facts
        facts={[
          ["From", `${sender.name} <${sender.email}>`],
          ["Category", props.category],
        ]}
      />
    </EmailLayout>,
  );
}
