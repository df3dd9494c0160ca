import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";

const guides = [
  ["Chrome", "https://support.google.com/chrome/answer/95647"],
  ["Safari", "https://support.apple.com/guide/safari/sfri11471/mac"],
  ["Firefox", "https://support.mozilla.org/kb/clear-cookies-and-site-data-firefox"],
  ["Edge", "https://support.microsoft.com/microsoft-edge"],
] as const;

interface CookieWords {
  /** Name, kind, purpose and life of each cookie. */
  kept: readonly (readonly [name: string, kind: string, purpose: string, kept: string])[];
  preferences: ReactNode;
  choice: ReactNode;
}

/** Builds the cookie policy around the differences of its versions. */
export const cookieText = ({ kept, preferences, choice }: CookieWords): readonly LegalSection[] => [
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
          <strong>Preference cookies:</strong> {preferences}
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
        {choice}
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
