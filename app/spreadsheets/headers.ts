/**
 * Normalizes a column's name for comparing: no accents, lower case, anything but letters and digits as one space,
 * digits apart from words, 'e mail' as 'email'.
 */
export function normalHeader(header: string): string {
  return header
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/([a-z])(\d)/g, "$1 $2")
    .replace(/(\d)([a-z])/g, "$1 $2")
    .trim()
    .replace(/\be mail\b/g, "email");
}

/** Names that each field's column may have. With `firstWins`, an earlier name is better than a later one. */
export type Aliases<Field extends string> = Record<Field, { names: readonly string[]; firstWins?: boolean }>;

export type ColumnMatch<Field extends string> = {
  /** Index of each recognised field's column. */
  columns: Partial<Record<Field, number>>;
  /** Fields with more than one equally good column: the user decides. */
  ambiguous: { field: Field; headers: string[] }[];
};

/** Matches columns to fields by their exact names. */
export function matchColumns<Field extends string>(
  headers: readonly string[],
  aliases: Aliases<Field>,
): ColumnMatch<Field> {
  const normal = headers.map(normalHeader);
  const columns: ColumnMatch<Field>["columns"] = {};
  const ambiguous: ColumnMatch<Field>["ambiguous"] = [];
  for (const field of Object.keys(aliases) as Field[]) {
    const { names, firstWins } = aliases[field];
    let indexes = normal.flatMap((name, index) => (names.includes(name) ? [index] : []));
    if (firstWins && indexes.length > 1) {
      const best = names.find((name) => normal.includes(name));
      indexes = indexes.filter((index) => normal[index] === best);
    }
    const [first] = indexes;
    if (first === undefined) continue;
    if (indexes.length > 1) ambiguous.push({ field, headers: indexes.map((index) => headers[index] ?? "") });
    columns[field] = first;
  }
  return { columns, ambiguous };
}
