/** A printed report, as plain values: it is sent to the printing worker. */
export interface ReportPrint {
  /** 'Report: Hawks, Fall 2026' */
  title: string;
  club: string;
  /** Teams and days of the report, and its date. */
  about: string;
  /** Time of the stats, ISO-8601 UTC. */
  at: string;
  /** The club's color on paper, #rrggbb. */
  color: string;
  /** The club's logo as WebP. */
  logo: Uint8Array | null;
  sections: readonly PrintSection[];
}

export interface PrintSection {
  heading: string;
  /** Key numbers of the section, in large type beside each other. */
  stats?: readonly { value: string; label: string; note: string }[];
  sentences: readonly string[];
  /** Short items, three in a row. */
  list?: readonly string[];
  chart?: PrintChart;
  table?: PrintTable;
}

export interface PrintTable {
  /** Widths are parts of the page's; numbers are on the right. */
  columns: readonly { name: string; width: number; figure?: boolean }[];
  rows: readonly (readonly string[])[];
}

/** A chart with its alternative text. */
export type PrintChart = { alt: string } & (
  | {
      kind: "shares";
      /** Width for the labels in points, if they are longer than months. */
      labelWidth?: number;
      rows: readonly { label: string; perfect: number; minor: number; major: number }[];
    }
  | { kind: "trend"; points: readonly { label: string; share: number; low: number; high: number }[] }
  | {
      kind: "bars";
      panels: readonly { label: string; bars: readonly { label: string; share: number | null }[] }[];
    }
  | {
      kind: "hours";
      columns: readonly string[];
      /** A cell: the share of perfect games; 'few' for too few; null for none. */
      rows: readonly { label: string; cells: readonly (number | "few" | null)[] }[];
    }
);
