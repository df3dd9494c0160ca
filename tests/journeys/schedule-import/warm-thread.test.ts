import { afterEach, expect, test } from "vitest";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { fromFailure, toFailure } from "#app/journeys/schedule-import/failure.server.ts";
import { ThreadEnded, WarmThread } from "#app/journeys/schedule-import/warm-thread.server.ts";
import { readMetrics } from "#app/observability/metrics.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";

const thread = new WarmThread(new URL("./thread.mjs", import.meta.url), { memoryMb: 24 });
afterEach(() => thread.end());
const run = (name: string, input: unknown = null) => thread.run({ name, input });

test("one thread, one thing after the other, and a new one after its end", async () => {
  const order: string[] = [];
  const noted = (name: string, work: Promise<unknown>) => work.finally(() => order.push(name));
  const [first] = await Promise.all([
    run("whoAreYou"),
    noted("slow", run("wait", 50)),
    noted("quick", run("echo", "quick")),
  ]);
  expect(order).toEqual(["slow", "quick"]);
  expect(await run("whoAreYou")).toBe(first);
  await thread.end();
  expect(await run("whoAreYou")).not.toBe(first);
});

test("the end waits for what is being done", async () => {
  const work = run("wait", 50);
  await thread.end();
  expect(await work).toBe("waited");
});

test.each(["die", "hoard"])(
  "a thread that dies (%s) fails that one piece of work, as 503; the next is done",
  async (how) => {
    const [dead, next] = await Promise.allSettled([run(how), run("echo", "next")]);
    expect(dead).toMatchObject({ status: "rejected", reason: expect.any(ThreadEnded) });
    expect(outOfResourcesStatus((dead as PromiseRejectedResult).reason)).toBe(503);
    expect(next).toEqual({ status: "fulfilled", value: "next" });
  },
);

test("failures keep what is asked of them: a club that is down, a full disk, a cause", async () => {
  const down = new ClubUnavailable("The file of LAKE is damaged", "lake", "damaged", {
    cause: new Error("btree"),
  });
  const failing = run("fail", toFailure(down));
  await expect(failing).rejects.toBeInstanceOf(ClubUnavailable);
  await expect(failing).rejects.toMatchObject({ code: "lake", reason: "damaged", message: down.message });
  await expect(failing).rejects.toMatchObject({ cause: { message: "btree" } });
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  expect(outOfResourcesStatus(fromFailure(toFailure(full)))).toBe(507);
  expect(fromFailure(toFailure("words")).message).toBe("words");
});

test("what the thread counts is counted once, by the process", async () => {
  const pluralize = async () => {
    const retries = (await readMetrics()).find(({ name }) => name === "goodside_retries_total");
    return (retries?.values ?? []).reduce((sum, { value }) => sum + value, 0);
  };
  const before = await pluralize();
  await run("echo", null);
  expect((await pluralize()) - before).toBe(2);
});
