/** What can be sent while a club is read-only: one's own account, and what leads out of it (product.md#term). */
const OPEN = [/^\/account(?:\/|$)/, /^\/verification(?:\/|$)/, /^\/club\/(?:billing|leave)(?:\/|$)/];

/** Whether a form of this address is taken after the club's year. */
export const openAfterTerm = (path: string): boolean => OPEN.some((pattern) => pattern.test(path));
