/** The demo, for tests of a folder further down. */
export { seedDemo } from "../../sandbox/demo/seed.ts";
