/** A club's audit log goes with the club, which a file's did with the file: for a transaction that says so. */
export const eraseClubs = `
set local search_path = club, public;

create or replace function audit_kept() returns trigger language plpgsql as $$ begin
  if old.club_code = current_setting('goodside.erased_club', true) then
    return old;
  end if;
  raise exception 'audit: rows are never removed' using errcode = 'integrity_constraint_violation';
end $$;
`;
