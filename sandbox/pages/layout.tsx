import { readFileSync } from "node:fs";
import type { Response } from "express";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

export const stylesheet = readFileSync(new URL("./sandbox.css", import.meta.url), "utf8");

/** Policy of the sandbox's pages: no scripts, nothing from other hosts, and posts to the app's origin only. */
const CSP =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function show(res: Response, page: ReactElement, status = 200): void {
  res
    .status(status)
    .set({ "Content-Security-Policy": CSP, "Cache-Control": "no-store" })
    .type("html")
    .send(`<!doctype html>${renderToStaticMarkup(page)}`);
}

const NAVIGATION = [
  ["/sandbox", "Try it"],
  ["/sandbox/mail", "Mailbox"],
  ["/sandbox/bank-payments", "Bank payments"],
  ["/sandbox/money", "Money"],
  ["/sandbox/webhooks", "Webhooks"],
  ["/sandbox/clock", "Clock"],
] as const;

/** Frames the sandbox's own pages; the payment page has a calmer frame. */
export function SandboxPage(props: { title: string; lead?: string; here?: string; children: ReactNode }) {
  return (
    <Document title={props.title}>
      <header className="bar">
        <p className="mark">
          <strong>Sandbox:</strong> nothing here is real
        </p>
        <nav aria-label="Sandbox">
          <ul>
            {NAVIGATION.map(([href, label]) => (
              <li key={href}>
                <a href={href} aria-current={href === props.here ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <a href="/">Back to Goodside</a>
            </li>
          </ul>
        </nav>
      </header>
      <main>
        <h1>{props.title}</h1>
        {props.lead && <p className="lead">{props.lead}</p>}
        {props.children}
      </main>
    </Document>
  );
}

export function Document({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Sandbox`}</title>
        <link rel="stylesheet" href="/sandbox/sandbox.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Reports on the next page what the last form did. */
export function Done({ message }: { message: string | undefined }) {
  return message ? (
    <p className="done" role="status">
      {message}
    </p>
  ) : null;
}

/** Draws a form with a single button. */
export function OneButton(props: {
  action: string;
  label: string;
  fields?: Record<string, string>;
  quiet?: boolean;
}) {
  return (
    <form method="post" action={props.action}>
      {Object.entries(props.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={props.quiet ? "quiet" : undefined}>
        {props.label}
      </button>
    </form>
  );
}

/** Formats a time in UTC, because the sandbox belongs to no club. */
export function formatTime(iso: string | Date): string {
  return `${new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  }).format(new Date(iso))} UTC`;
}

export const formatAmount = (cents: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);
