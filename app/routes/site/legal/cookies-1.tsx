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
    "beta",
    "Necessary",
    "Remembers that you entered the access code, while we are a private beta",
    "400 days, from your latest visits",
  ],
  ["flash", "Necessary", "Carries a message (“Saved”) to the next page", "1 minute"],
] as const;

/** The first version, unchanged: a change of a legal text is a new version (product/pages.md#legal-texts). */
export const cookies1 = cookieText({
  kept,
  preferences:
    "not used. Should we offer a choice that your browser has to remember, its cookie stays at most 1 year.",
  choice: (
    <p>
      There is nothing to switch off here: every cookie above is needed for what you ask the site to do. You
      can delete or block cookies in your browser at any time. You are then signed out, and cannot sign in
      until you allow them again.
    </p>
  ),
});
