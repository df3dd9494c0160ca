import type { RequestHandler } from "express";
import { refuse } from "./refuse.ts";

/** Webhook requests that one process works on. They share transactions, so this many take hardly longer than one. */
const MOST_WEBHOOKS = 100;

/**
 * Refuses webhooks beyond those in progress: Stripe and Postmark retry, people do not. Otherwise a pile of delivery
 * reports would delay every page behind it.
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
