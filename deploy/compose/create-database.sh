#!/bin/sh
# Runs once, when the volume is new: the site refuses a superuser, for whom row-level security does not count.
set -e
psql -v ON_ERROR_STOP=1 -v password="$GOODSIDE_DATABASE_PASSWORD" -U postgres <<'SQL'
create role goodside login password :'password';
create database goodside owner goodside template template0 encoding 'UTF8' locale 'C';
SQL
