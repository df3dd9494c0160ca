import { expect, test } from "vitest";
import {
  type PlannedGame,
  type StoredGame,
  workOut,
  workOutUndo,
} from "#app/domain/club/games/day-change.ts";
import { momentOf } from "#app/domain/values/times.ts";

const timezone = "America/Chicago";
const at = new Date("2026-11-21T14:00:00.000Z");
const stored = (id: string, more: Partial<StoredGame> = {}): StoredGame => ({
  id,
  version: `${id}-1`,
  rated: false,
  date: "2026-11-21",
  time: "10:00",
  starts_at: momentOf("2026-11-21", "10:00", timezone),
  status: "scheduled",
  original_date: null,
  original_time: null,
  notes: "",
  ...more,
});
const planned = (id: string, to: string | null): PlannedGame => ({
  id,
  teamId: "hawks",
  title: `Hawks vs. ${id}`,
  version: `${id}-1`,
  to,
});
const those = (...games: StoredGame[]) => new Map(games.map((game) => [game.id, game]));
const outcome = (plan: PlannedGame[], ...games: StoredGame[]) =>
  workOut({ reason: "Rained out", planned: plan }, those(...games), { at, timezone });

test("cancelled games keep their slot and say why, below what their notes said", () => {
  const { changes } = outcome([planned("lions", null)], stored("lions", { notes: "White shirts" }));
  expect(changes.map(({ after }) => after)).toMatchObject([
    { date: "2026-11-21", time: "10:00", status: "cancelled", notes: "White shirts\nRained out" },
  ]);
});

test("moved games keep their time of day, also across a change of the clocks, and where they were first", () => {
  const { changes } = outcome([planned("lions", "2027-03-20")], stored("lions"));
  expect(changes[0]?.after).toMatchObject({
    date: "2027-03-20",
    time: "10:00",
    starts_at: "2027-03-20T15:00:00.000Z",
    status: "rescheduled",
    original_date: "2026-11-21",
    original_time: "10:00",
  });
});

test("a second move keeps the first slot, and a move back to it is none", () => {
  const moved = stored("lions", {
    status: "rescheduled",
    original_date: "2026-11-14",
    original_time: "10:00",
  });
  expect(outcome([planned("lions", "2026-11-28")], moved).changes[0]?.after.original_date).toBe("2026-11-14");
  expect(outcome([planned("lions", "2026-11-14")], moved).changes[0]?.after).toMatchObject({
    status: "scheduled",
    original_date: null,
  });
});

test("games that are rated, changed since the form was opened, or gone stay as they are", () => {
  const { changes, left } = outcome(
    [planned("rated", null), planned("changed", null), planned("gone", null), planned("lions", null)],
    stored("rated", { rated: true }),
    stored("changed", { version: "other" }),
    stored("lions"),
  );
  expect(changes.map(({ game }) => game.id)).toEqual(["lions"]);
  expect(left.map(({ game, reason }) => [game.id, reason])).toEqual([
    ["rated", "rated"],
    ["changed", "changed"],
    ["gone", "gone"],
  ]);
});

test("undoing puts back what nobody touched since", () => {
  const before = stored("lions", { notes: "White shirts" });
  const done = (id: string) => ({ ...planned(id, null), before, after: `${id}-2` });
  const { changes, left } = workOutUndo(
    [done("lions"), done("changed"), done("rated")],
    those(
      stored("lions", { version: "lions-2", status: "cancelled", notes: "White shirts\nRained out" }),
      stored("changed", { version: "changed-3" }),
      stored("rated", { version: "rated-2", rated: true }),
    ),
  );
  expect(changes.map(({ after }) => after)).toMatchObject([{ status: "scheduled", notes: "White shirts" }]);
  expect(left.map(({ reason }) => reason)).toEqual(["changed", "rated"]);
});
