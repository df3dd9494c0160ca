export function TeamSearch({ search, found, of }: { search: string; found: number; of: number }) {
  return (
    <form method="get" action="/teams" className="filters">
      <div className="field">
        <label htmlFor="q">Find a team</label>
        <input className="input" type="search" id="q" name="q" defaultValue={search} maxLength={80} />
      </div>{" "}
      <button type="submit" className="button button-secondary">
        Search
      </button>{" "}
      <p className="muted">{search ? `${found} of ${of} teams` : `${of} teams`}</p>
    </form>
  );
}
