import { noteScripts } from "./look-again.ts";
import { offerPasskeys } from "./passkey.ts";
import { offerToShowPasswords, showStrength } from "./password.ts";

// Loaded beside client.ts on pages with passwords or passkeys. Markup attributes switch each part on.

noteScripts();
offerPasskeys();
offerToShowPasswords();
showStrength();
