import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Links, Meta, Outlet, useMatches } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { readFlash } from "./auth/flash.server.ts";
import { env } from "./env.server.ts";
import { InlineStyles } from "./styles/inline-styles.ts";
import "./styles/index.css";

/** What a route says of its page. */
export interface PageHandle {
  /** Public, parent and field pages carry the stylesheet inside and ship no script. */
  bare?: boolean;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { flash, clear } = await readFlash(request);
  const headers = clear ? { "Set-Cookie": clear } : undefined;
  return json({ flash, demo: env().mode !== "production" }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as PageHandle | undefined;
  const bare = handle?.bare ?? false;
  const inlineStyles = useContext(InlineStyles);
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; its hash stands in the CSP */}
        {bare ? <style dangerouslySetInnerHTML={{ __html: inlineStyles }} /> : <Links />}
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
