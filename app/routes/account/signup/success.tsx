import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { readSignupBrowser } from "#app/auth/signup-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { findSignupResult } from "#app/journeys/signup/signup-result.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Success");

/**
 * Takes Stripe's redirect after a payment. The documented address names the club, but only the browser's own payments
 * decide which club is shown.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { platform } = await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  const sessionId = query.get("session_id");
  const result = await findSignupResult(platform, await readSignupBrowser(args.request), {
    sessionId,
    code: query.get("code"),
  });
  if (result.state === "unpaid") throw redirect("/signup/payment?payment=back");
  if (sessionId && "club" in result) {
    const { name: club, contactName: name, code } = result.club;
    throw redirect(href("/success", { club, name, code: code.toUpperCase(), new: "true" }));
  }
  return { result };
}

export default function Success() {
  const { result } = useLoaderData<typeof loader>();
  if (result.state === "not-found") return <NotFound />;
  if (result.state === "waiting") return <Waiting />;
  if (result.state === "held") return <Held />;
  const { state, club, open } = result;
  const code = club.code.toUpperCase();
  return (
    <SitePage title={titles[state]} lead={leads[open ? state : "failed"]}>
      {state === "on-its-way" ? (
        <Notice tone="minor" title="Payment on its way">
          <p>
            A bank payment takes up to 4 business days.{" "}
            {open
              ? "You can use everything in the meantime. We will write to you when it has arrived, or if your bank sends it back."
              : "As soon as it has arrived, your club is open again and we will write to you."}
          </p>
        </Notice>
      ) : null}
      {state === "failed" ? (
        <Notice tone="bad" title="Payment failed">
          <p>
            Your bank did not complete the payment, so the account is paused. We sent a link to pay again to{" "}
            {club.email}. Nothing is lost.
          </p>
        </Notice>
      ) : null}
      {result.refunded ? (
        <Notice tone="minor" title="Paid twice: one payment goes back">
          <p>
            {club.name} was paid already. The second payment is refunded to where it came from, within 5 to 10
            business days. There is nothing more to do.
          </p>
        </Notice>
      ) : null}
      <Card title={club.name}>
        <p>
          Club Login Code
          <br />
          <strong className="club-code">{code}</strong>
        </p>
        <p>
          <a href={`/club/login?code=${code}`}>Club sign-in</a>
        </p>
        {result.undelivered ? null : <p>Your login details were sent to {club.email}.</p>}
      </Card>
      {result.undelivered ? (
        <Notice tone="minor" title="Our email did not arrive">
          <p>
            We could not deliver the welcome email to {club.email}. Keep the login code, set your password
            here, and <a href="/contact">write to us</a> with the right address.
          </p>
        </Notice>
      ) : null}
      {open ? <Next result={result} /> : null}
      <h2>Good to know</h2>
      <ul>
        <li>
          <a href="/help">Help guide</a>: seven steps from here to the first rated game
        </li>
        <li>
          <a href="/advanced-import">Data Import</a>: the roster of your registration software, once you are
          signed in
        </li>
        <li>
          <a href="/faq">Questions and answers</a>
        </li>
        <li>
          <a href="/contact">Contact support</a>
        </li>
      </ul>
    </SitePage>
  );
}

const titles = {
  ready: "Welcome! Your club is ready",
  "on-its-way": "Your payment is on its way",
  failed: "Your payment failed",
} as const;

const leads = {
  ready: "Your subscription is active and your account is ready to go.",
  "on-its-way": "Your account is ready to go while your bank makes the payment.",
  failed: "Your account is waiting for its payment.",
} as const;

function Next({
  result,
}: {
  result: { club: { code: string }; setupPath: string | null; passwordSet: boolean };
}) {
  const code = result.club.code.toUpperCase();
  return (
    <>
      <Card title="Next steps">
        <ol>
          {result.passwordSet ? null : <li>Set the password of your club account.</li>}
          <li>Sign in with your club login code and add your teams.</li>
          <li>Invite managers and coaches, and import your games.</li>
          <li>
            Within 30 days, <a href="/verification">verify your number of players</a> with a roster or
            registration list. Uploading takes about 5 minutes.
          </li>
        </ol>
      </Card>
      <Buttons>
        {result.passwordSet ? (
          <ButtonLink look="primary" href={`/club/login?code=${code}`}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href={result.setupPath ?? `/contact?setup=${code}`}>
            Set Up Password &amp; Access Account
          </ButtonLink>
        )}
      </Buttons>
    </>
  );
}

function Waiting() {
  return (
    <SitePage
      title="We are confirming your payment"
      lead="Stripe did not answer just now. Your payment is safe, and you do not have to pay again."
    >
      <p>Your club is set up as soon as Stripe answers, and we will send you the welcome email.</p>
      <Buttons>
        <ButtonLink look="primary" href="">
          Look Again
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}

/** Explains a payment whose amount differs from the price (product/billing.md#held-payments). */
function Held() {
  return (
    <SitePage
      title="We are looking at your payment"
      lead="It arrived, but its amount is not the price of your package."
    >
      <p>
        Our billing staff decide within one business day: either your club is opened, or the payment goes back
        to where it came from. We write to you either way, and you do not have to pay again.
      </p>
      <p>
        Questions? <a href="/contact">Contact support</a>
      </p>
    </SitePage>
  );
}

/** Answers a browser that paid nothing, without revealing whether a club exists. */
function NotFound() {
  return (
    <SitePage
      title="Looking for your club?"
      lead="For your security, this page shows a new club only in the browser that paid for it."
    >
      <p>
        The club login code and the link to set a password are in the welcome email that we send after a
        payment.
      </p>
      <Buttons>
        <ButtonLink look="primary" href="/club/login">
          Sign In
        </ButtonLink>
        <ButtonLink href="/signup">Sign Up</ButtonLink>
        <ButtonLink look="quiet" href="/contact">
          Contact support
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}
