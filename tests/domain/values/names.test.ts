import { expect, test } from "vitest";
import { compareNames, sortByName } from "#app/domain/values/names.ts";

test("names sort as people sort them: without capitals and accents", () => {
  const names = ["Zebras", "Đại Bàng", "lions", "Eagles", "Ávila", "de la Cruz", "Lions", "Avila", "Dynamo"];
  expect(sortByName(names, (name) => name)).toEqual([
    ...["Avila", "Ávila", "Đại Bàng", "de la Cruz", "Dynamo", "Eagles", "Lions", "lions", "Zebras"],
  ]);
});

test("rows of one name keep their order, and compare as equal", () => {
  const rows = [1, 2, 3].map((season) => ({ name: season === 2 ? "Álamo" : "Hawks", season }));
  expect(sortByName(rows, ({ name }) => name).map(({ season }) => season)).toEqual([2, 1, 3]);
  expect(compareNames("Hawks", "Hawks")).toBe(0);
});
