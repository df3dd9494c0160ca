/**
 * Stores what a data folder has in files beside its databases: the sealed documents, pending uploads, and the rate
 * limits. The control tables list the documents.
 */
export const files = `
create schema files;
set local search_path = files, public;

-- A path as below the data folder: uploads/CLUB/ID, incoming/ID. What is in it is sealed, or packed by itself.
create table kept (
  path text not null primary key, content bytea not null, stored_at timestamptz not null default now());
alter table kept alter column content set storage external;
create index kept_stored on kept (stored_at);

-- Losing it loses only counts.
create unlogged table limits (key text not null primary key, points integer not null default 0, expire bigint);
create index limits_expire on limits (expire);
`;
