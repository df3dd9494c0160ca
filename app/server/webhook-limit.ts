import type { RequestHandler } from "express";
import { refuse } from "./refuse.ts";

/** Webhook requests that one process has in work. They share transactions, so this many take hardly longer than one. */
const MOST_WEBHOOKS = 100;

/**
 * Refuses webhooks beyond what one process works on at a time: Stripe and Postmark send again, people do not. Without
 * it a pile of delivery reports holds up every page that comes after it.
 */
export function limitWebhooks(most = MOST_WEBHOOKS): RequestHandler {
  let inWork = 0;
  return (req, res, next) => {
    if (!/^\/webhooks\//i.test(req.path)) return next();
    if (inWork >= most) {
      res.set("Retry-After", "10");
      return refuse(res, 503, "Too many events at once: send this one again.", "webhooks in work");
    }
    inWork += 1;
    res.once("close", () => {
      inWork -= 1;
    });
    next();
  };
}
