import type { ReactNode } from "react";
import { type LegalText, legalVersions } from "#app/domain/values/legal-versions.ts";
import type { LegalSection } from "#app/ui/shell/legal-page.tsx";
import { cookies1 } from "./cookies-1.tsx";
import { cookies2 } from "./cookies-2.tsx";
import { cookies3 } from "./cookies-3.tsx";
import { privacy1 } from "./privacy-1.tsx";
import { privacy2 } from "./privacy-2.tsx";
import { privacy3 } from "./privacy-3.tsx";
import { privacy4 } from "./privacy-4.tsx";
import { terms1 } from "./terms-1.tsx";
import { terms2 } from "./terms-2.tsx";

type Sections = (form: ReactNode) => readonly LegalSection[];

/** The sections of every version, oldest first, as many as `legalVersions` has (product/pages.md#legal-texts). */
export const legalTexts: Record<LegalText, readonly Sections[]> = {
  terms: [() => terms1, () => terms2],
  privacy: [() => privacy1, () => privacy2, () => privacy3, () => privacy4],
  cookies: [() => cookies1, cookies2, cookies3],
};

/**
 * Returns the version of an address (`?version=`), by default the newest.
 * @returns null for an unknown one
 */
export function versionAsked(search: URLSearchParams, text: LegalText): number | null {
  const newest = legalVersions[text].length;
  const asked = search.get("version");
  if (asked === null) return newest;
  const version = /^\d{1,4}$/.test(asked) ? Number(asked) : 0;
  return version >= 1 && version <= newest ? version : null;
}

/**
 * Returns the props of `LegalPage` for a version.
 * @param form form of the newest version, if the text has one
 */
export function versionFor(text: LegalText, version: number, form: ReactNode = null) {
  const newest = legalVersions[text].length;
  return {
    sections: legalTexts[text][version - 1]?.(version === newest ? form : null) ?? [],
    versions: legalVersions[text],
    version,
  };
}
