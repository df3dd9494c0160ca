import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

const kept = [
  [
    "session",
    "Authentication",
    "Keeps you signed in",
    "Until you close the browser; 30 days with “Remember me”",
  ],
  [
    "browser",
    "Authentication",
    "Knows this browser again, so that nobody else’s wrong passwords keep you out",
    "1 year",
  ],
  ["signup", "Necessary", "Brings you back to the sign-up that you began", "30 days"],
  ["flash", "Necessary", "Carries a message (“Saved”) to the next page", "1 minute"],
  [
    "admin, admin-code, admin-setup",
    "Authentication",
    "Sign-in of our own staff",
    "Until the browser closes",
  ],
  ["admin-email", "Preference", "Fills in the email of our own staff who asked for it", "30 days"],
  [
    "beta",
    "Preference",
    "Remembers that you entered the access code, while we are a private beta",
    "1 year; without your consent until the browser closes",
  ],
  ["preferences", "Preference", "What you chose below, and Lite mode of this browser", "1 year"],
] as const;

const guides = [
  ["Chrome", "https://support.google.com/chrome/answer/95647"],
  ["Safari", "https://support.apple.com/guide/safari/sfri11471/mac"],
  ["Firefox", "https://support.mozilla.org/kb/clear-cookies-and-site-data-firefox"],
  ["Edge", "https://support.microsoft.com/microsoft-edge"],
] as const;

/**
 * Published: it changes no more (product.md#legal-texts).
 * @param form with which the reader chooses, in its place in the text
 */
export const cookies2 = (form: ReactNode): readonly LegalSection[] => [
  {
    id: "what",
    title: "What cookies are",
    body: (
      <p>
        A cookie is a small note that a website leaves in your browser and reads again on your next request.
        Without one, a website could not know that you are signed in.
      </p>
    ),
  },
  {
    id: "types",
    title: "Types of cookies",
    body: (
      <ul>
        <li>
          <strong>Necessary and authentication cookies:</strong> used. The service does not work without them.
        </li>
        <li>
          <strong>Preference cookies:</strong> used where you allow them, for at most 1 year.
        </li>
        <li>
          <strong>Analytics cookies:</strong> not used. Should that ever change, we ask you first, and they
          stay at most 26 months.
        </li>
        <li>
          <strong>Advertising cookies:</strong> not used, and not planned.
        </li>
      </ul>
    ),
  },
  {
    id: "retention",
    title: "What we set, and for how long",
    body: (
      <>
        <DataTable
          caption="Cookies and how long they are kept"
          columns={[{ name: "Name" }, { name: "Type" }, { name: "Purpose" }, { name: "Kept" }]}
          rows={kept.map((cells) => ({ key: cells[0], cells }))}
        />
        <p>
          Over an encrypted connection their names begin with “__Host-”. No script can read them, and they are
          sent to this site only. On our payment provider’s page, Stripe sets cookies of its own;{" "}
          <a href="https://stripe.com/legal/cookies-policy" rel="noreferrer">
            its policy
          </a>{" "}
          tells which.
        </p>
        <p>
          <ButtonLink href="#manage">Manage Cookie Preferences</ButtonLink>
        </p>
      </>
    ),
  },
  {
    id: "manage",
    title: "Manage cookie preferences",
    body: (
      <>
        <p>
          Necessary cookies are always set. Whether we may remember preferences in this browser is your
          choice; when you withdraw it, what we remembered is deleted at once.
        </p>
        {form}
        <p>
          You can also delete or block cookies in your browser at any time. You are then signed out, and
          cannot sign in until you allow them again.
        </p>
        <ul>
          {guides.map(([browser, href]) => (
            <li key={browser}>
              <a href={href} rel="noreferrer">
                Delete cookies in {browser}
              </a>
            </li>
          ))}
        </ul>
      </>
    ),
  },
];
