import express, { type Router } from "express";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { Webhooks } from "../webhooks.ts";
import { Done, formatTime, OneButton, SandboxPage, show } from "./layout.tsx";

const SHOWN = 100;

/** Lists the webhooks that the stubs sent, newest first, each with a button to send it again. */
export function webhookPages(webhooks: Webhooks[]): Router {
  const pages = express.Router();
  pages.get("/webhooks", (req, res) => {
    const all = webhooks
      .flatMap((service) => service.newestFirst())
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    show(
      res,
      <SandboxPage
        title="Webhooks"
        here="/sandbox/webhooks"
        lead="What the stand-ins for payments and mail told the app. Stripe and Postmark may send an event twice, late or out of order; try it here."
      >
        <Done message={req.query.done === "again" ? "The event is being sent again." : undefined} />
        {all.length === 0 ? (
          <p className="empty">Nothing yet. The first payment or mail sends the first event.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Created</th>
                <th scope="col">Delivery</th>
                <th scope="col">Once more</th>
              </tr>
            </thead>
            <tbody>
              {all.slice(0, SHOWN).map(({ id, type, createdAt, status, attempts, lastAnswer }) => (
                <tr key={id}>
                  <td data-label="Event">
                    {type}
                    <br />
                    <code>{id}</code>
                  </td>
                  <td data-label="Created">{formatTime(createdAt)}</td>
                  <td data-label="Delivery">
                    {status}, {pluralize(attempts, "attempt")}
                    {lastAnswer && <span className="quiet">; last answer: {lastAnswer}</span>}
                  </td>
                  <td data-label="Once more">
                    <OneButton action={`/sandbox/webhooks/${id}`} label="Send again" quiet />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </SandboxPage>,
    );
  });
  pages.post("/webhooks/:id", (req, res, next) => {
    if (!webhooks.some((service) => service.sendAgain(req.params.id))) return next();
    res.redirect(303, "/sandbox/webhooks?done=again");
  });
  return pages;
}
