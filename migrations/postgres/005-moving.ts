/** Prepares clubs for moves between engines (docs/decisions/029-moving.md). */
export const moving = `
-- Rows that are copied as they are come with what triggers would write: with them these stand still in a transaction
-- that says so. Those that guard the audit logs and the ledger never do.
do $$
declare
  one record;
begin
  for one in select t.oid, t.tgname, t.tgrelid::regclass as on_table, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace in ('club'::regnamespace, 'control'::regnamespace)
      and c.relname not in ('audit', 'ledger')
  loop
    execute format('drop trigger %I on %s', one.tgname, one.on_table);
    execute replace(one.definition, ' EXECUTE FUNCTION ',
      ' WHEN (coalesce(current_setting(''goodside.copies'', true), '''') = '''') EXECUTE FUNCTION ');
  end loop;
end $$;

-- Why a club, or everything, takes no more changes: every transaction that changes something looks at these rows first.
alter table club.stored_clubs add column closed text;
alter table control.changes add column closed text;
create function public.refuse_closed() returns trigger language plpgsql as $$ begin
  if old.closed is not null and new.closed is not distinct from old.closed then
    raise exception '%', old.closed using errcode = 'GS001';
  end if;
  return new;
end $$;
create trigger stored_clubs before update on club.stored_clubs for each row execute function refuse_closed();
create function public.refuse_moved() returns void language plpgsql stable as $$
declare
  moved text;
begin
  select closed into moved from control.changes;
  if moved is not null then raise exception '%', moved using errcode = 'GS001'; end if;
end $$;
`;
