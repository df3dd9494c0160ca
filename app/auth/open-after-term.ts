/** What can be sent while a club is read-only: one's own account, and what leads out of it (product.md#term). */
const OPEN = [
  /^\/(?:account|notifications)(?:\/|$)/,
  /^\/verification(?:\/|$)/,
  /^\/club\/(?:billing|leave)(?:\/|$)/,
];
/** A club's data is its own at any time (product.md#leaving). */
const OPEN_WHILE_SUSPENDED = /^\/club\/leave(?:\/|$)/;

/** Whether a form of this address is taken after the club's year. */
export const openAfterTerm = (path: string): boolean => OPEN.some((pattern) => pattern.test(path));

/** Whether an address answers while a club is suspended. */
export const openWhileSuspended = (path: string): boolean => OPEN_WHILE_SUSPENDED.test(path);
