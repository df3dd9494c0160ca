import { noteScripts } from "./look-again.ts";
import { offerPasskeys } from "./passkey.ts";
import { offerToShowPasswords, showStrength } from "./password.ts";

// Beside client.ts, on the pages that take a password or a passkey. Markup attributes switch each part on.

noteScripts();
offerPasskeys();
offerToShowPasswords();
showStrength();
