import { Links, Meta, Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import "#app/styles/index.css";

/** Frames pages like Remix's template without its scripts, with our page's frame. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <div>
          <a className="skip" href="#main">
            Skip to content
          </a>
        </div>
        {children}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
