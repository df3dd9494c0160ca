import { test } from "vitest";
import { killDuringTraffic } from "./kill-rounds.ts";
import { runOf } from "./run.ts";

const { seed } = runOf(process.env);

test(`a kill -9 during ratings, sign-ups, documents and emails (seed ${seed}): nothing acknowledged is lost`, async () => {
  await killDuringTraffic(1, seed);
}, 200_000);
