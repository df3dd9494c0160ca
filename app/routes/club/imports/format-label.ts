import type { FileFormat } from "#app/domain/club/imports/import-payload.ts";

const delimiterNames = { ",": "commas", ";": "semicolons", "\t": "tabs" } as const;
const encodingNames = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250 (Central European)",
  macintosh: "Mac Roman",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
} as const;

/** Describes how a file was read. */
export function formatLabel(format: FileFormat): string {
  switch (format.kind) {
    case "csv":
      return `${encodingNames[format.encoding]}, separated by ${delimiterNames[format.delimiter]}`;
    case "xlsx":
      return `Excel workbook, sheet "${format.sheet}"`;
    case "ics":
      return "calendar (.ics), one row for each event";
    case "vcf":
      return "contact cards (.vcf), one row for each person";
  }
}
