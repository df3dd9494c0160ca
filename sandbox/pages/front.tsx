import express, { type Router } from "express";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { DemoPeople, DemoStaff } from "../demo-people.ts";
import { SandboxPage, show } from "./layout.tsx";

interface Person {
  as: string;
  sees: string;
  identifier: string;
  password: string;
}

function peopleOf({ club, coach, manager }: DemoPeople): Person[] {
  const people: Person[] = [];
  if (club)
    people.push({
      as: "club admin",
      sees: "Runs the demo club: teams, staff, schedule, every rating.",
      identifier: club.code,
      password: club.password,
    });
  if (coach)
    people.push({
      as: "coach",
      sees: "Rates the sideline after each game of their own team.",
      identifier: coach.email,
      password: coach.password,
    });
  if (manager)
    people.push({
      as: "manager",
      sees: "Gives the manager's rating and keeps the team's schedule.",
      identifier: manager.email,
      password: manager.password,
    });
  return people;
}

const staffSees: Record<DemoStaff["role"], { as: string; sees: string }> = {
  super_admin: { as: "super admin", sees: "Everything of the platform, and the others of its staff." },
  admin: { as: "admin", sees: "Finds a club and helps its people with signing in." },
  moderator: { as: "moderator", sees: "Reads the platform's figures, and nothing of a club's people." },
};

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
        {options.people().staff.length > 0 && (
          <section aria-labelledby="staff">
            <h2 id="staff">Try it as staff</h2>
            <p>Who runs the platform signs in apart from the clubs.</p>
            <ul className="cards">
              {options.people().staff.map(({ role, email, password }) => (
                <TryAsStaff key={role} {...staffSees[role]} email={email} password={password} />
              ))}
            </ul>
            <p className="quiet">
              By hand: <a href="/admin/login">/admin/login</a>.
            </p>
          </section>
        )}
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
              <a href="/sandbox/money">Money</a>: payments, refunds, invoices and disputes, and what may
              happen to them
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

function TryAsStaff(person: { as: string; sees: string; email: string; password: string }) {
  const { as, sees, email, password } = person;
  return (
    <li className="card">
      <h3>{as[0]?.toUpperCase() + as.slice(1)}</h3>
      <p>{sees}</p>
      <p className="quiet">
        <code>{email}</code>
        <br />
        <code>{password}</code>
      </p>
      <form method="post" action="/admin/login">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="password" value={password} />
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
