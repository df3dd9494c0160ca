/** SQLite functions that our statements use, for PostgreSQL: one statement serves both engines. */
export const functions = String.raw`
-- What our statements say in SQLite's words, for PostgreSQL: one statement serves both engines.

create extension if not exists unaccent schema public;

-- As SQLite orders names that differ in capitals only.
create collation nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

create function iif(boolean, anycompatible, anycompatible) returns anycompatible
  language sql immutable parallel safe as 'select case when $1 then $2 else $3 end';
create function ifnull(anycompatible, anycompatible) returns anycompatible
  language sql immutable parallel safe as 'select coalesce($1, $2)';
create function max(anycompatible, anycompatible) returns anycompatible
  language sql immutable parallel safe as 'select case when $1 is null or $2 is null then null else greatest($1, $2) end';
create function min(anycompatible, anycompatible) returns anycompatible
  language sql immutable parallel safe as 'select case when $1 is null or $2 is null then null else least($1, $2) end';
create function instr(text, text) returns bigint
  language sql immutable parallel safe as 'select strpos($1, $2)::bigint';
create function substr(text, bigint) returns text
  language sql immutable parallel safe as 'select substr($1, $2::integer)';
create function substr(text, bigint, bigint) returns text
  language sql immutable parallel safe as 'select substr($1, $2::integer, $3::integer)';

-- How many are true.
create function add_true(bigint, boolean) returns bigint
  language sql immutable parallel safe as 'select coalesce($1, 0) + case when $2 then 1 else 0 end';
create aggregate sum(boolean) (sfunc = add_true, stype = bigint, parallel = safe);
create aggregate max(boolean) (sfunc = boolor_statefunc, stype = boolean, parallel = safe);

-- 'Not by an index of this column': keeps the planner of SQLite from taking the wrong one.
create function as_it_is(text) returns text language sql immutable parallel safe as 'select $1';
create operator + (rightarg = text, function = as_it_is);

-- JSON is kept as text. A path is '$', and for each step '.name' or '[number]'.
create function json_steps(path text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(coalesce(step[1], step[2], step[3])), '{}')
  from regexp_matches(path, '\."([^"]*)"|\.([^.\["]+)|\[(\d+)\]', 'g') as step $$;
create function json_valid(text) returns boolean language plpgsql immutable parallel safe as $$
begin
  perform $1::jsonb;
  return true;
exception when others then
  return false;
end $$;
create function json_extract(text, text) returns text language sql immutable parallel safe as
  $$ select $1::jsonb #>> json_steps($2) $$;
create function json_step(text, text) returns text language sql immutable parallel safe as
  $$ select case when left($2, 1) = '$' then $1::jsonb #>> json_steps($2) else $1::jsonb ->> $2 end $$;
create function json_step(text, bigint) returns text language sql immutable parallel safe as
  $$ select $1::jsonb ->> $2::integer $$;
create operator ->> (leftarg = text, rightarg = text, function = json_step);
create operator ->> (leftarg = text, rightarg = bigint, function = json_step);
create function json_array_length(text) returns bigint language sql immutable parallel safe as
  $$ select jsonb_array_length($1::jsonb)::bigint $$;
create function add_element(anyarray, anyelement) returns anyarray language sql immutable parallel safe as
  $$ select array_append($1, $2) $$;
create function as_json(anyarray) returns json language sql immutable parallel safe as $$ select to_json($1) $$;
create aggregate json_group_array(anyelement) (
  sfunc = add_element, stype = anyarray, initcond = '{}', finalfunc = as_json);
create function json_each(text) returns table (key text, value text)
  language sql immutable parallel safe rows 20 as $$
  select (row_number() over () - 1)::text, value from jsonb_array_elements_text(
    case when jsonb_typeof($1::jsonb) = 'array' then $1::jsonb else '[]' end) as value
  union all
  select key, value from jsonb_each_text(
    case when jsonb_typeof($1::jsonb) = 'object' then $1::jsonb else '{}' end) $$;

-- Days as text, 'YYYY-MM-DD': the number of a day, and the day of its week from Sunday, 0.
create function julianday(text) returns double precision language sql immutable parallel safe as
  $$ select extract(epoch from $1::timestamp)::double precision / 86400 + 2440587.5 $$;
create function strftime(text, text) returns text language sql immutable parallel safe as
  $$ select case $1 when '%w' then extract(dow from $2::timestamp)::text end $$;
-- The Sunday that began a day's week, as date(day, '-6 days', 'weekday 0').
create function date(text, text, text) returns text language sql immutable parallel safe as $$
  select case when $2 = '-6 days' and $3 = 'weekday 0'
    then ($1::timestamp::date - extract(dow from $1::timestamp)::integer)::text end $$;

-- Words as search compares them: without accents and capitals, parted where no letter or digit stands.
create function plain_text(text) returns text language sql immutable parallel safe as
  $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1) collate "und-x-icu") $$;
create function words_of(text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(public.plain_text($1), '[\s!-/:-@\[-\x60{-~]+'), '')) $$;
`;
