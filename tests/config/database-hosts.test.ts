import { expect, test } from "vitest";
import { databaseHosts } from "#app/config/database-hosts.ts";

test("an address of one server is its own, and of several one for each", () => {
  expect(databaseHosts("postgres://goodside:x@db/goodside?sslmode=require")).toEqual([
    "postgres://goodside:x@db/goodside?sslmode=require",
  ]);
  expect(databaseHosts("postgresql://goodside:x@one:5432,other:5433/goodside")).toEqual([
    "postgresql://goodside:x@one:5432/goodside",
    "postgresql://goodside:x@other:5433/goodside",
  ]);
});

test.each(["mysql://x@db/goodside", "postgres://", "postgres://x@one:no,other/goodside", "db"])(
  "%s is not an address of a PostgreSQL",
  (url) => {
    expect(databaseHosts(url)).toEqual([]);
  },
);
