import { brand } from "#app/config/brand.ts";
import { contactCategories } from "#app/domain/control/contact/labels.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

const categories = Object.entries(contactCategories).map(([value, label]) => ({ value, label }));

const mailboxes = [
  { title: "Sales", address: brand.mail.sales, text: "What Goodside can do for your club" },
  { title: "Support", address: brand.mail.support, text: "Help with your account" },
  { title: "Billing", address: brand.mail.billing, text: "Invoices and payments" },
];

export function ContactPage(props: { sent: boolean; submission: string }) {
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
      <div className="card-grid">
        {mailboxes.map(({ title, address, text }) => (
          <Card key={title} title={title}>
            <p>{text}</p>
            <p>
              <a href={`mailto:${address}`}>{address}</a>
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
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField name="email" label="Email" type="email" autoComplete="email" required />
        <SelectField
          name="category"
          label="Category"
          choices={categories}
          empty="Choose a category"
          required
        />
        <TextField name="subject" label="Subject" maxLength={150} required />
        <TextArea name="message" label="Message" rows={6} maxLength={5000} required />
        <Buttons>
          <SubmitButton>Send Message</SubmitButton>
        </Buttons>
      </PostForm>
      <dl className="facts">
        <div>
          <dt>Phone</dt>
          <dd>{brand.phone}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${brand.mail.general}`}>{brand.mail.general}</a>
          </dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd>
            <a href="/">{brand.domain}</a>
          </dd>
        </div>
        <div>
          <dt>Response time</dt>
          <dd>Within 24 hours</dd>
        </div>
        <div>
          <dt>Location</dt>
          <dd>{brand.location}</dd>
        </div>
      </dl>
    </SitePage>
  );
}
