import express, { type Router } from "express";
import type { SandboxClock } from "../clock.ts";
import { formatAhead } from "./front.tsx";
import { Done, formatTime, OneButton, SandboxPage, show } from "./layout.tsx";

const HOUR = 3_600_000;
const STEPS = [
  [1, "1 hour"],
  [24, "1 day"],
  [3 * 24, "3 days"],
  [7 * 24, "1 week"],
  [30 * 24, "30 days"],
  [365 * 24, "1 year"],
] as const;
const LONGEST_HOURS = 20 * 365 * 24;

const DONE: Record<string, string> = {
  moved: "The clock has been moved forward.",
  real: "The clock shows the real time again.",
};

export function clockPage(clock: SandboxClock, afterMove: () => void): Router {
  const pages = express.Router();
  const page = (problem?: string, done?: string, typed = "") => (
    <SandboxPage
      title="Clock"
      here="/sandbox/clock"
      lead="Move the app's time forward to see what happens after a game, after two days, or after a year."
    >
      <Done message={done} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="figure">
        <span className="quiet">In the app it is now</span>
        <br />
        <time dateTime={clock.now().toISOString()}>{formatTime(clock.now())}</time>
      </p>
      <p className="quiet">
        {clock.offset() === 0
          ? "That is the real time."
          : `That is ${formatAhead(clock.offset() / HOUR) || "less than an hour"} ahead of the real time.`}
      </p>
      <section aria-labelledby="forward">
        <h2 id="forward">Move it forward</h2>
        <div className="row">
          {STEPS.map(([hours, label]) => (
            <OneButton
              key={hours}
              action="/sandbox/clock"
              label={`+ ${label}`}
              fields={{ hours: String(hours) }}
              quiet
            />
          ))}
        </div>
      </section>
      <form method="post" action="/sandbox/clock" className="fields">
        <h2>Move it to a moment</h2>
        <label htmlFor="to">Date and time (UTC)</label>
        <p className="hint" id="to-hint">
          Such as 2027-03-01 or 2027-03-01 18:30. Later than now.
        </p>
        <input
          id="to"
          name="to"
          defaultValue={typed}
          aria-describedby="to-hint"
          autoComplete="off"
          required
        />
        <button type="submit">Move the clock</button>
      </form>
      {clock.offset() !== 0 && (
        <section aria-labelledby="real">
          <h2 id="real">Back to the real time</h2>
          <p>Everything that happened meanwhile stays, with dates in the future.</p>
          <OneButton action="/sandbox/clock" label="Show the real time" fields={{ real: "yes" }} quiet />
        </section>
      )}
      <p className="quiet">
        A session ends after 12 idle hours by the same clock: after a jump you may have to sign in again.
      </p>
    </SandboxPage>
  );
  pages.get("/clock", (req, res) => show(res, page(undefined, DONE[String(req.query.done)])));
  pages.post("/clock", (req, res) => {
    const form = req.body as Record<string, unknown>;
    if (form.real === "yes") {
      clock.backToReal();
      return res.redirect(303, "/sandbox/clock?done=real");
    }
    const distance = typeof form.to === "string" ? distanceTo(form.to, clock) : Number(form.hours) * HOUR;
    if (!(distance > 0 && distance <= LONGEST_HOURS * HOUR)) {
      const message =
        "The clock moves forward only, by at most 20 years. Enter a later date, such as 2027-03-01.";
      return show(res, page(message, undefined, typeof form.to === "string" ? form.to : ""), 422);
    }
    clock.moveForward(distance);
    afterMove();
    return res.redirect(303, "/sandbox/clock?done=moved");
  });
  return pages;
}

/** @returns milliseconds, or NaN if the text is not a time. */
function distanceTo(typed: string, clock: SandboxClock): number {
  const moment = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?(?::\d{2}(?:\.\d+)?)?Z?\s*$/.exec(typed);
  if (!moment) return Number.NaN;
  return Date.parse(`${moment[1]}T${moment[2] ?? "00:00"}:00Z`) - clock.now().getTime();
}
