import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { brand } from "#app/config/brand.ts";
import { contactSchema, sendContactMessage } from "#app/domain/control/contact/contact-messages.server.ts";
import { contactFields } from "#app/domain/control/contact/fields.ts";
import { contactCategories, TOO_MANY_MESSAGES } from "#app/domain/control/contact/labels.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { breakAtSign, Facts } from "#app/ui/facts.tsx";
import { choicesOf, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { pageOfLink } from "./documented-links.ts";

export const meta = () =>
  title("Contact", "Write to us about sales, support or billing. A person answers within 24 hours.");

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  leaveToPageOf(query, 302);
  return { sent: query.has("sent"), submission: newId() };
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  // 307 repeats the POST: a form that was open while its page moved here is not lost.
  leaveToPageOf(new URL(args.request.url).searchParams, 307);
  const reading = await readForm(args.request, contactSchema);
  if (!reading.ok) return reading.answer;
  if (!(await mayUse("contact-message", client.ip))) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_MESSAGES }, 429);
  }
  const { submission, ...message } = reading.value;
  await sendContactMessage(control, { ...message, submission_key: submission });
  return redirect("/contact?sent=true", 303);
}

/**
 * Redirects temporarily and uncached, because the address may carry a token.
 * @throws Response
 */
function leaveToPageOf(query: URLSearchParams, status: 302 | 307): void {
  const page = pageOfLink(query);
  if (page) throw redirect(page, { status, headers: { "Cache-Control": "no-store" } });
}

export default function Contact() {
  const { sent, submission } = useLoaderData<typeof loader>();
  return <ContactPage sent={sent} submission={submission} />;
}

const inputs = inputsOf(contactFields);

const categories = choicesOf(contactCategories);

const mailboxes = [
  { title: "Sales", address: brand.mail.sales, text: "What Goodside can do for your club" },
  { title: "Support", address: brand.mail.support, text: "Help with your account" },
  { title: "Billing", address: brand.mail.billing, text: "Invoices and payments" },
];

function ContactPage(props: { sent: boolean; submission: string }) {
  const { sent, submission } = props;
  if (sent) {
    return (
      <SitePage title="Message Sent!" width="narrow">
        <Notice tone="good">
          <p>Thank you for contacting us. We'll get back to you within 24 hours.</p>
        </Notice>
        <Buttons>
          <ButtonLink href="/contact">Send Another Message</ButtonLink>
        </Buttons>
      </SitePage>
    );
  }
  return (
    <SitePage title="Contact us" lead="A person answers within 24 hours; urgent issues the same day.">
      <div className="card-grid mailboxes">
        {mailboxes.map(({ title, address, text }) => (
          <Card key={title} title={title}>
            <p>{text}</p>
            <p>
              <a href={`mailto:${address}`}>{breakAtSign(address)}</a>
            </p>
          </Card>
        ))}
      </div>
      <p>
        Many answers are on the page <a href="/faq">Questions and answers</a> and in the{" "}
        <a href="/help">help guide</a>.
      </p>
      <h2>Send a message</h2>
      <PostForm>
        <Hidden name="submission" value={submission} />
        <TextField {...inputs.name} autoComplete="name" />
        <TextField {...inputs.email} type="email" autoComplete="email" />
        <SelectField {...inputs.category} choices={categories} empty="Choose a category" />
        <TextField {...inputs.subject} />
        <TextArea {...inputs.message} rows={6} />
        <Buttons>
          <SubmitButton>Send Message</SubmitButton>
        </Buttons>
      </PostForm>
      <Facts
        facts={[
          ["Phone", brand.phone],
          [
            "Email",
            <a key="email" href={`mailto:${brand.mail.general}`}>
              {breakAtSign(brand.mail.general)}
            </a>,
          ],
          [
            "Website",
            <a key="website" href="/">
              {brand.domain}
            </a>,
          ],
          ["Response time", "Within 24 hours"],
          ["Location", brand.location],
        ]}
      />
    </SitePage>
  );
}
