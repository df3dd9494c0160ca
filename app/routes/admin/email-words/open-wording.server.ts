import type { PublicContext } from "#app/journeys/context.ts";
import {
  type Wording,
  type WordsVersion,
  wordsVersions,
} from "#app/journeys/email-words/email-words.server.ts";
import type { WordsShown } from "#app/journeys/email-words/form.server.ts";
import { ownWords } from "#app/mail/email-words.ts";
import type { EmailPurpose, EmailWords } from "#app/mail/frame/email-kind.tsx";
import { type AnyKind, kindOf, type TemplateName } from "#app/mail/templates.ts";

/** A wording of an email, with its versions. */
export interface OpenWording extends Wording {
  kind: AnyKind;
  purpose: EmailPurpose;
  own: EmailWords;
  versions: WordsVersion[];
}

/**
 * Opens the email of an address, in the wording that its query names, otherwise in the first; null if it does not
 * exist.
 */
export async function openWording(
  { control }: Pick<PublicContext, "control">,
  { template = "" }: { template?: string },
  request: Request,
): Promise<OpenWording | null> {
  const kind = kindOf(template);
  if (!kind) return null;
  const asked = new URL(request.url).searchParams.get("variant");
  const variant = asked ?? Object.keys(kind.words)[0] ?? "";
  if (!Object.hasOwn(kind.words, variant)) return null;
  const wording = { template: template as TemplateName, variant };
  return {
    ...wording,
    kind,
    purpose: kind.purpose,
    own: ownWords(kind, variant),
    versions: await wordsVersions(control, wording),
  };
}

/** Returns the draft, the words in use or those in code; for a missing draft or edit, the words that would be sent. */
export function shownWords(
  { own, versions }: OpenWording,
  of: WordsShown,
): { of: WordsShown; words: EmailWords } {
  const draft = versions.find(({ state }) => state === "draft");
  const active = versions.find(({ state }) => state === "active");
  if (of === "draft" && draft) return { of, words: draft.words };
  if (of !== "own" && active) return { of: "active", words: active.words };
  return { of: "own", words: own };
}

/** Tells which version the query asks for: the draft by default if there is one. */
export function asksFor({ versions }: OpenWording, request: Request): WordsShown {
  const asked = new URL(request.url).searchParams.get("of");
  if (asked === "draft" || asked === "active" || asked === "own") return asked;
  return versions.some(({ state }) => state === "draft") ? "draft" : "active";
}
