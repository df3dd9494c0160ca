import express, { type Router } from "express";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { DemoPeople } from "../demo-people.ts";
import { SandboxPage, show } from "./layout.tsx";

interface Person {
  as: string;
  sees: string;
  identifier: string;
  password: string;
}

const peopleOf = ({ club, coach, manager }: DemoPeople): Person[] => [
  {
    as: "club admin",
    sees: "Runs the demo club: teams, staff, schedule, every rating.",
    identifier: club.code,
    password: club.password,
  },
  {
    as: "coach",
    sees: "Rates the sideline after each game of their own team.",
    identifier: coach.email,
    password: coach.password,
  },
  {
    as: "manager",
    sees: "Gives the manager's rating and keeps the team's schedule.",
    identifier: manager.email,
    password: manager.password,
  },
];

export function frontPage(options: {
  people: () => DemoPeople;
  counts: () => { mails: number; waiting: number; hoursAhead: number };
}): Router {
  const pages = express.Router();
  pages.get("/", (_req, res) => {
    const { mails, waiting, hoursAhead } = options.counts();
    show(
      res,
      <SandboxPage
        title="Try Goodside"
        here="/sandbox"
        lead="A demo club with teams, games and ratings is ready. Payments and mail go to stand-ins on this machine: no money moves, no mail leaves."
      >
        <section aria-labelledby="try">
          <h2 id="try">Sign in with one click</h2>
          <ul className="cards">
            {peopleOf(options.people()).map((person) => (
              <TryAs key={person.as} {...person} />
            ))}
          </ul>
          <p className="quiet">
            To sign in by hand, go to <a href="/club/login">/club/login</a> with the names and passwords
            above.
          </p>
        </section>
        <section aria-labelledby="new-club">
          <h2 id="new-club">Sign up a club of your own</h2>
          <p>
            <a href="/signup">Start at the sign-up</a>. The payment page lists test cards; the welcome mail
            with the setup link arrives in the <a href="/sandbox/mail">mailbox</a>.
          </p>
        </section>
        <section aria-labelledby="behind">
          <h2 id="behind">Behind the scenes</h2>
          <ul>
            <li>
              <a href="/sandbox/mail">Mailbox</a>: {pluralize(mails, "mail")} (also{" "}
              <a href="/sandbox/mail.json">as JSON</a>)
            </li>
            <li>
              <a href="/sandbox/bank-payments">Bank payments on their way</a>: {waiting}
            </li>
            <li>
              <a href="/sandbox/webhooks">Webhooks</a>: what the payment stand-in told the app
            </li>
            <li>
              <a href="/sandbox/clock">Clock</a>:{" "}
              {hoursAhead === 0 ? "shows the real time" : `${formatAhead(hoursAhead)} ahead of the real time`}
            </li>
          </ul>
        </section>
      </SandboxPage>,
    );
  });
  return pages;
}

function TryAs({ as, sees, identifier, password }: Person) {
  return (
    <li className="card">
      <h3>{as[0]?.toUpperCase() + as.slice(1)}</h3>
      <p>{sees}</p>
      <p className="quiet">
        <code>{identifier}</code>
        <br />
        <code>{password}</code>
      </p>
      <form method="post" action="/club/login">
        <input type="hidden" name="identifier" value={identifier} />
        <input type="hidden" name="password" value={password} />
        <input type="hidden" name="redirectTo" value="/dashboard" />
        <button type="submit">Try it as {as}</button>
      </form>
    </li>
  );
}

export function formatAhead(hours: number): string {
  const days = Math.floor(hours / 24);
  const rest = Math.round(hours - days * 24);
  return [days > 0 ? pluralize(days, "day") : "", rest > 0 ? pluralize(rest, "hour") : ""]
    .filter(Boolean)
    .join(", ");
}
