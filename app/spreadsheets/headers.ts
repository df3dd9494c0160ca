/**
 * A column's name for comparing: no accents, lower case, everything but letters and digits one space, a digit
 * apart from its word, 'e mail' as 'email'.
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

/** For each field the names its column may have. Where `firstWins`, an earlier name is better than a later one. */
export type Aliases<Field extends string> = Record<Field, { names: readonly string[]; firstWins?: boolean }>;

export type ColumnMatch<Field extends string> = {
  /** Place of each recognised field's column, counted from 0. */
  columns: Partial<Record<Field, number>>;
  /** Fields with more than one equally good column: ask, do not guess (rule 3). */
  doubtful: { field: Field; headers: string[] }[];
};

/** Which column is which field, by exact alias. */
export function matchColumns<Field extends string>(
  headers: readonly string[],
  aliases: Aliases<Field>,
): ColumnMatch<Field> {
  const normal = headers.map(normalHeader);
  const columns: ColumnMatch<Field>["columns"] = {};
  const doubtful: ColumnMatch<Field>["doubtful"] = [];
  for (const field of Object.keys(aliases) as Field[]) {
    const { names, firstWins } = aliases[field];
    let places = normal.flatMap((name, place) => (names.includes(name) ? [place] : []));
    if (firstWins && places.length > 1) {
      const best = names.find((name) => normal.includes(name));
      places = places.filter((place) => normal[place] === best);
    }
    const [place] = places;
    if (place === undefined) continue;
    if (places.length > 1) doubtful.push({ field, headers: places.map((each) => headers[each] ?? "") });
    columns[field] = place;
  }
  return { columns, doubtful };
}
