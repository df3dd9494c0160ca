/** Facts that our server knows of a request and Remix does not. Without them every guard fails closed. */
export interface RequestContext {
  requestId: string;
  /** Client's address, from the socket or from a configured proxy only. */
  clientIp: string;
  /** Runs after the answer was sent or failed: releases database handles. */
  onFinish(work: () => void): void;
  /** Adds fields to the request's log line: the club, the account, the outcome. */
  note(fields: Record<string, string | number | boolean | null>): void;
  /** Color of the page's club, set by its guard; the page is drawn in it. */
  clubColor?: string | null;
  /** True if the account has switched scripts off (product/accounts.md#lite-mode). Set by the guard. */
  lite?: boolean;
  /**
   * True if the browser may keep the page, unless a loader refuses: its script then revalidates it when Back shows it.
   */
  kept?: boolean;
  /** Sends a rendered page directly: a body in its Response would go through two streams. */
  sendPage?(html: string): void;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends Partial<RequestContext> {}
}
