import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, useMatches, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { KeptPage, LiteMode } from "#app/ui/shell/root-data.ts";
import { actingBar } from "./auth/admin-guard.server.ts";
import { hasAdminCookie } from "./auth/admin-session.server.ts";
import { readFlash } from "./auth/flash.server.ts";
import { publicContext } from "./auth/guards.server.ts";
import { readPreferences } from "./auth/preferences.server.ts";
import { hasSessionCookie } from "./auth/session.server.ts";
import enhanceScript from "./client/client.ts?worker&url";
import passwordsScript from "./client/passwords.ts?worker&url";
import searchScript from "./client/search.ts?worker&url";
import { href } from "./config/addresses.ts";
import { brand } from "./config/brand.ts";
import { env } from "./config/env.server.ts";
import { maintenanceBanner } from "./domain/control/maintenance/banner.server.ts";
import { formatMoment } from "./domain/values/times.ts";
import { now } from "./runtime/clock.server.ts";
import type { PageSource } from "./server/page-tag.server.ts";
import stylesheet from "./styles/index.css?url";
import { type ExtraStyle, InlineStyles } from "./styles/inline-styles.ts";
import { ErrorPage, errorTitle } from "./ui/shell/error-page.tsx";
import { MaintenanceBar } from "./ui/shell/maintenance-bar.tsx";
import { faviconAddress } from "./ui/shell/mark.tsx";

/** `npm run dev` serves the client script unbundled, as a module. */
const scriptType = import.meta.env.DEV ? "module" : undefined;

/** Settings of a route's page. */
export interface PageHandle {
  /** Inlines the stylesheet, or a part of it, and ships no script: public, parent, field and staff pages. */
  bare?: boolean | "parent" | "field" | "landing" | "admin";
  /** True if a bare page ships the script anyway, because it leads to a payment. */
  scripted?: boolean;
  /** True if it takes a password or a passkey, and ships their script. */
  passwords?: boolean;
  /** Rules that a signed-in page carries beside the linked stylesheet. */
  extra?: ExtraStyle;
  /** True if it shows our own pages in frames. */
  frames?: boolean;
  /** True if it is the same for all visitors without our cookies and depends only on its path: cached whole. */
  sameForAll?: boolean;
  /**
   * Sources of a page that a remembered user's browser keeps: revalidation answers 304 until the club's file or one of
   * these has changed (docs/decisions/028). The page shows nothing else of the platform's database. A loader whose
   * answer may be shown only once sets `context.kept` to false.
   */
  madeOf?: readonly PageSource[];
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { flash, clear } = await readFlash(request);
  const { mode, appUrl } = env();
  const saveData = request.headers.get("Save-Data")?.toLowerCase() === "on";
  const { lite } = await readPreferences(request.headers.get("Cookie"));
  context.lite ||= lite;
  const signedIn = hasSessionCookie(request);
  const acting = await actingBar({ request, context });
  const maintenance =
    signedIn || hasAdminCookie(request) || SIGN_IN.test(new URL(request.url).pathname)
      ? await maintenanceShown({ request, context })
      : null;
  const shown = {
    flash,
    signedIn,
    acting,
    maintenance,
    demo: mode !== "production",
    appUrl,
    saveData,
  };
  return clear ? json(shown, { headers: { "Set-Cookie": clear } }) : shown;
}

/** Pages on which people sign in see the banner of maintenance, as those who are signed in do. */
const SIGN_IN = /^\/(?:club|admin)\/login(?:\/|$)/;

async function maintenanceShown(args: Pick<LoaderFunctionArgs, "request" | "context">) {
  const banner = await maintenanceBanner((await publicContext(args)).control);
  if (!banner) return null;
  const { starts_at, ends_at, timezone, words } = banner;
  return {
    begun: starts_at <= now().toISOString(),
    from: formatMoment(starts_at, timezone),
    to: formatMoment(ends_at, timezone),
    words,
  };
}

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];

/** Returns the title of pages without their own: error pages. */
export const meta: MetaFunction = ({ error }) => [
  { title: `${error ? errorTitle(error) : brand.tagline} · ${brand.name}` },
  ...(error ? [{ name: "robots", content: "noindex" }] : []),
];

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const root = useRouteLoaderData<typeof loader>("root");
  const lite = useContext(LiteMode) || root?.saveData;
  const kept = useContext(KeptPage);
  const failed = useRouteError() != null;
  const handles = matches.map(({ handle }) => handle as PageHandle | undefined);
  const bare = failed || handles.some((handle) => handle?.bare);
  const passwords = !failed && handles.some((handle) => handle?.passwords);
  const scripted = !bare || passwords || (!failed && handles.some((handle) => handle?.scripted));
  const styles = useContext(InlineStyles);
  const part = handles.map((handle) => handle?.bare).find((name) => typeof name === "string");
  const inlined = failed || !part ? styles.bare : styles[part];
  const localized = failed ? undefined : matches.map(({ data }) => localizedIn(data)).find(Boolean);
  return (
    <html lang={localized?.lang ?? "en-US"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={brand.colors.paper} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={brand.colors.night} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={faviconAddress} />
        <Meta />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; its hash is in the CSP */}
        {bare ? <style dangerouslySetInnerHTML={{ __html: inlined }} /> : <Links />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; its hash is in the CSP */}
        {!failed && styles.extra ? <style dangerouslySetInnerHTML={{ __html: styles.extra }} /> : null}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from a checked color; its hash is in the CSP */}
        {styles.accent ? <style dangerouslySetInnerHTML={{ __html: styles.accent }} /> : null}
        {scripted && !lite ? (
          <script
            src={enhanceScript}
            type={scriptType}
            defer
            data-search={bare ? undefined : searchScript}
            data-kept={kept || undefined}
          />
        ) : null}
        {passwords && !lite ? <script src={passwordsScript} type={scriptType} defer /> : null}
        {import.meta.env.DEV ? <script src="/@vite/client" type="module" /> : null}
      </head>
      <body>
        <div>
          <a className="skip" href="#main">
            {localized?.skip ?? "Skip to content"}
          </a>
        </div>
        {root?.demo ? <DemoBar /> : null}
        {root?.maintenance ? <MaintenanceBar maintenance={root.maintenance} /> : null}
        {root?.acting ? <ActingBar acting={root.acting} /> : null}
        {children}
      </body>
    </html>
  );
}

/** Returns the language of a page that is not English, from its loader. */
function localizedIn(data: unknown): { lang: string; skip: string } | undefined {
  return (data as { localized?: { lang: string; skip: string } } | null | undefined)?.localized;
}

function DemoBar() {
  return (
    <aside className="demo-bar" aria-label="Demo">
      <p lang="en">
        Demo: nothing here is real. <a href="/sandbox">Try it as …</a> <a href="/sandbox/mail">Mailbox</a>
      </p>
    </aside>
  );
}

/**
 * Says on every page that platform staff act for a club, with a button to end it
 * (product/support.md#acting-for-a-club).
 */
function ActingBar({ acting }: { acting: NonNullable<Awaited<ReturnType<typeof actingBar>>> }) {
  const { who, clubName, clubCode, reads, until } = acting;
  return (
    <aside className="demo-bar acting-bar" aria-label="Acting for a club">
      <form method="post" action={href("/admin/acting/end")}>
        <strong lang="en">
          {who}, for {clubName}
        </strong>{" "}
        <span lang="en">
          until {until}. {reads ? "You can read only." : "What you change is in the club's activity."}
        </span>{" "}
        <a href={href("/dashboard")}>Dashboard</a>{" "}
        <a href={href("/admin/clubs/:clubCode", { clubCode })}>Staff's page</a>{" "}
        <button type="submit" className="button button-secondary">
          End
        </button>
      </form>
    </aside>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
