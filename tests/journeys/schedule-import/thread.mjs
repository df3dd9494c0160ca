// A thread to try WarmThread with: it echoes, waits, fails, dies, and takes more memory than it may.
import { parentPort } from "node:worker_threads";

const name = Math.random();
const hoard = [];
const counts = [{ name: "retries", labels: { of: "database" }, value: 2 }];
const works = {
  echo: async (input) => input,
  whoAreYou: async () => name,
  wait: (ms) => new Promise((resolve) => setTimeout(() => resolve("waited"), ms)),
  die: async () => process.exit(3),
  hoard: async () => {
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
  },
  fail: async (failure) => Promise.reject(failure),
};
parentPort.on("message", async ({ name, input }) => {
  const answer = await works[name](input).then(
    (value) => ({ value }),
    (failure) => ({ failure }),
  );
  parentPort.postMessage({ ...answer, counts });
});
