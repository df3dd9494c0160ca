import { test } from "vitest";
import { killDuringTraffic } from "./kill-rounds.ts";
import { roundsOutside, runOf } from "./run.ts";

const { seed } = runOf(process.env);
const rounds = roundsOutside(runOf(process.env).rounds);

test(
  `nothing acknowledged is lost by ${rounds} times kill -9 during ratings, sign-ups, documents and emails (seed ${seed})`,
  () => killDuringTraffic(rounds, seed),
  180_000 + rounds * 20_000,
);
