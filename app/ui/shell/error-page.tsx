import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { createContext, useContext } from "react";
import { brand } from "#app/config/brand.ts";
import { lostFields, type TypedField } from "#app/forms/lost-form.ts";
import { type ReadOnlyRefusal, readOnlyRefusal } from "#app/forms/read-only-refusal.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { useRootData } from "./root-data.ts";
import { SitePage, SiteShell } from "./site-shell.tsx";

const messages: Record<number, { title: string; text: string; way: { href: string; label: string } }> = {
  400: {
    title: "We could not read that",
    text: "What arrived was incomplete or malformed, and nothing was changed. Please go back and send it again.",
    way: { href: "/", label: "Return to Home" },
  },
  403: {
    title: "You cannot open this page",
    text: "You are signed in, but your role in this club does not include this page. If you need it, ask your club administrator.",
    way: { href: "/dashboard", label: "Go to Dashboard" },
  },
  404: {
    title: "Oops! Page not found",
    text: "There is nothing at this address. It may have moved, or the link may be incomplete.",
    way: { href: "/", label: "Return to Home" },
  },
  405: {
    title: "Nothing can be sent to this page",
    text: "Nothing was changed. Please go back and use the buttons of the page.",
    way: { href: "/", label: "Return to Home" },
  },
  503: {
    title: "Your club is not available right now",
    text: "We cannot open your club's data at the moment. Please keep what you wanted to enter and try again in a few minutes; if this page comes again, write to us.",
    way: { href: "/dashboard", label: "Try again" },
  },
  507: {
    title: "We cannot save anything right now",
    text: "What you just sent was not saved; everything saved before is safe. We are working on it: please go back in a few minutes and send it again.",
    way: { href: "/dashboard", label: "Go to Dashboard" },
  },
};

const failure = {
  title: "Something went wrong on our side",
  text: "What you did may not have been saved. Please reload the page, or go back and try again; if it happens again, write to us.",
  way: { href: "/", label: "Return to Home" },
};

/** The subject of a form is gone or no longer the user's, and the form was filled in. */
const lostForm = {
  title: "What you typed is not saved",
  text: "What it was about is gone, or no longer yours: deleted, archived, or given to somebody else after you opened the page. Copy what you typed, and if it matters, tell your club's administrators.",
  way: { href: "/dashboard", label: "Go to Dashboard" },
};

const ofStaff = {
  title: "You cannot open this page",
  text: "Your role does not include this page. If you need it, ask a super admin of the platform.",
  way: { href: "/admin", label: "Go to Admin" },
};

/** Words for staff who act for a club (product/support.md#acting-for-a-club). */
const ofActing = {
  title: "This stays closed while you act for a club",
  text: "Only the club's own people open it, or a super admin changes it. If the club needs help with it, tell its administrators what to do.",
  way: { href: "/dashboard", label: "Go to Dashboard" },
};

const typedIn = (error: unknown) => (isRouteErrorResponse(error) ? lostFields(error.data) : []);

const readOnlyIn = (error: unknown) => (isRouteErrorResponse(error) ? readOnlyRefusal(error.data) : null);

/** Explains a refused form of a club whose year is over (product/billing.md#term). */
function yearEnded({ endedOn, renews, kept }: ReadOnlyRefusal["readOnly"]) {
  const saved = kept
    ? "What you typed is kept for one hour and filled in again once the club is renewed."
    : "What you sent was not saved.";
  const next = renews ? "Renew to go on." : "To go on, ask your club's administrator to renew.";
  return {
    title: "Your club can be read, not changed",
    text: `Your year ended on ${endedOn}; everything can be read. ${next} ${saved}`,
    way: renews
      ? { href: "/club/billing/renew", label: "Renew" }
      : { href: "/dashboard", label: "Go to Dashboard" },
  };
}

const about = (error: unknown) => {
  const readOnly = readOnlyIn(error);
  return readOnly ? yearEnded(readOnly) : aboutOthers(error);
};

const aboutOthers = (error: unknown) =>
  typedIn(error).length > 0 ? lostForm : (isRouteErrorResponse(error) && messages[error.status]) || failure;

/** Tells whether an error is the visitor's: nothing is broken, and the log has no entry for its number. */
const isRefusal = (error: unknown) => isRouteErrorResponse(error) && error.status < 500;

export const errorTitle = (error: unknown) => about(error).title;

/** Replaces a page: what happened and where to go, never the cause. */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname } = useLocation();
  const ofAdmin = /^\/admin(\/|$)/.test(pathname);
  const staff = isRouteErrorResponse(error) && ofAdmin;
  const refused = isRouteErrorResponse(error) && error.status === 403;
  const acting = useRootData()?.acting;
  const {
    title,
    text,
    way: forOthers,
  } = staff && refused ? ofStaff : acting && refused ? ofActing : about(error);
  const way = staff && error.status === 404 ? ofStaff.way : forOthers;
  const reference = useContext(ReferenceNumber);
  return (
    <SiteShell lost>
      <SitePage title={title} lead={text}>
        <TypedFields fields={typedIn(error)} />
        <OtherClub error={error} />
        <p>
          <ButtonLink href={way.href} look="primary">
            {way.label}
          </ButtonLink>{" "}
          {isRefusal(error) ? null : <ButtonLink href="">Reload Page</ButtonLink>}
        </p>
        {reference && !isRefusal(error) ? (
          <p>
            Reference number: <code>{reference}</code>.{" "}
            {ofAdmin ? (
              <>
                A super admin reads in the <a href={`/admin/console?request=${reference}`}>console</a> what
                happened.
              </>
            ) : (
              <>
                Send it to <a href={`mailto:${brand.mail.support}`}>{brand.mail.support}</a>, so that we can
                find what happened.
              </>
            )}
          </p>
        ) : null}
      </SitePage>
    </SiteShell>
  );
}

/** Helps a member of several clubs, because a link to another club's page looks dead. */
function OtherClub({ error }: { error: unknown }) {
  const signedIn = useRootData()?.signedIn;
  if (!signedIn || !isRouteErrorResponse(error) || error.status !== 404) return null;
  return (
    <p>
      You are signed in to one club. A page of another one of yours opens once you{" "}
      <a href="/club/choose">choose that club</a>.
    </p>
  );
}

/** Shows the typed values of a form that cannot be saved, so that they can be copied. */
function TypedFields({ fields }: { fields: readonly TypedField[] }) {
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="typed">
      <h2 id="typed">What you typed</h2>
      {fields.map(({ label, value }, index) => (
        <div className="field" key={label}>
          <label htmlFor={`typed-${index}`}>{label}</label>
          <textarea
            className="input"
            id={`typed-${index}`}
            rows={value.length > 60 ? 4 : 1}
            readOnly
            defaultValue={value}
          />
        </div>
      ))}
    </section>
  );
}

/** Id of the request, which the error page shows and the log stores with the cause. */
export const ReferenceNumber = createContext<string | undefined>(undefined);
