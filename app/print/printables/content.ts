import type { PrintableFile, PrintableLanguage } from "#app/domain/club/printables/printables.ts";
import type { Certificate } from "#app/domain/club/rewards/certificates.server.ts";
import type { Hex } from "#app/domain/values/club-colors.ts";

/** Content of a club's sheets, as plain values: it is sent to the printing worker. */
export interface PrintableContent {
  clubName: string;
  initials: string;
  /** The club's color, dark enough for white letters on it. */
  accent: Hex;
  logo: PrintedLogo | null;
  season: string;
  contact: string;
  /** Printed form without its scheme; '' for none. */
  website: string;
  /** Target of a parent's phone: the registration, otherwise the club's website; null for neither. */
  parents: { kind: "register" | "website"; url: string } | null;
  ratingUrl: string;
  /** The club's own paragraph in its agreement, in the file's language. */
  ownParagraph: string;
  /** ISO-8601 UTC; the same content gives the same file. */
  madeAt: string;
}

export interface PrintedLogo {
  /** Picture without transparency. */
  picture: Uint8Array;
  type: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/** One sheet: a PDF, or its first page as an SVG picture with the same drawing. */
export interface PrintableTask {
  file: PrintableFile;
  as: "pdf" | "picture";
  content: PrintableContent;
}

/** Certificates of what teams have earned, a page each. */
export interface CertificatesTask {
  language: PrintableLanguage;
  content: Pick<PrintableContent, "clubName" | "initials" | "accent" | "logo">;
  certificates: readonly PrintedCertificate[];
}

export interface PrintedCertificate extends Omit<Certificate, "now"> {
  /** YYYY-MM-DD on the club's calendar; '' if it is not awarded yet. */
  awardedOn: string;
}
