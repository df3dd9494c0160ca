/** The demo, for tests of a nested folder. */
export { seedDemo } from "../../sandbox/demo/seed.ts";
