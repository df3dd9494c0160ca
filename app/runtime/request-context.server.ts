/** What our own server knows of a request and Remix does not. Without it every guard fails closed. */
export interface RequestContext {
  requestId: string;
  /** The client's address, from the socket or from a configured proxy only. */
  clientIp: string;
  /** Runs when the answer has gone out (or failed): gives database handles back. */
  onFinish(work: () => void): void;
  /** Adds what is known later to the request's log line: the club, the account, the outcome. */
  note(fields: Record<string, string | number | boolean | null>): void;
}

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends Partial<RequestContext> {}
}
