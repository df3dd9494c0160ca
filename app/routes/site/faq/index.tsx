import type { MetaFunction } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { type Question, questions } from "./questions.ts";

/** Styles of the landing page, because there is no form. */
export const handle = { bare: "landing", sameForAll: true };

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    title: "Questions and answers",
    description: `What ${brand.name} does, who rates, what it costs, and what happens with your data.`,
    path: "/faq",
    data: { "@type": "FAQPage", mainEntity: questions.map(entity) },
  });

/** Formats a question for search engines, in the words of the page. */
const entity = ({ question, answer }: Question) => ({
  "@type": "Question",
  name: question,
  acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
});

export default function Faq() {
  return (
    <SitePage
      title="Questions and answers"
      lead="What clubs ask before they start. Open a question to read the answer."
    >
      <div className="faq">
        {questions.map((question) => (
          <Answer key={question.id} {...question} />
        ))}
      </div>
      <h2>Your question is not here?</h2>
      <Buttons>
        <ButtonLink href="/contact" look="primary">
          Contact us
        </ButtonLink>
        <ButtonLink href="/signup">Sign Up</ButtonLink>
        <ButtonLink href="/help">Read the help guide</ButtonLink>
      </Buttons>
    </SitePage>
  );
}

function Answer({ id, question, answer, link }: Question) {
  return (
    <details id={id}>
      <summary>{question}</summary>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {link ? (
        <p>
          <a href={link.href}>{link.text}</a>
        </p>
      ) : null}
    </details>
  );
}
