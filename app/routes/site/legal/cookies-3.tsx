import type { ReactNode } from "react";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";
import { cookieText } from "./cookie-text.tsx";

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
  [
    "searches",
    "Necessary",
    "Your latest five searches, which nobody but you can read",
    "Until you sign out or close the browser; you can clear them",
  ],
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

/**
 * Returns a published version, which never changes (product/pages.md#legal-texts).
 * @param form with which the reader chooses, in its position in the text
 */
export const cookies3 = (form: ReactNode): readonly LegalSection[] =>
  cookieText({
    kept,
    preferences: "used where you allow them, for at most 1 year.",
    choice: (
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
      </>
    ),
  });
