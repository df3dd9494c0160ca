import { expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

test("a world does not open once the app has read its environment with another data folder", async () => {
  process.env.APP_MODE = "test";
  process.env.DATA_DIR = "/nowhere/of-another-test";
  const { env } = await import("#app/config/env.server.ts");
  env();
  await expect(openWorld()).rejects.toThrow("read before openWorld()");
});
