/** What the files' migrations write beside tables. */
export const firstRows = `
set local search_path = control, public;
insert into leaderboard (id, revision, last_number) values (1, 1, 0) on conflict (id) do nothing;
`;
