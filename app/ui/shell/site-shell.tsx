import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "#app/config/brand.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { BrandLink } from "./mark.tsx";
import { FlashMessage, PageHead } from "./page-head.tsx";
import { useRootData } from "./root-data.ts";

/**
 * Frames public and account pages; the site's layout route draws it around a `SitePage`.
 * @param lost an error page: its reader may be one of the platform's staff
 */
export function SiteShell({ children, lost = false }: { children: ReactNode; lost?: boolean }) {
  const { pathname } = useLocation();
  return (
    <>
      <header className="site-header">
        <BrandLink href="/" />{" "}
        {pathname === "/" && !lost ? (
          <LandingLinks />
        ) : (
          <nav aria-label="Main">
            {showsSite(pathname) ? (
              <>
                <a href="/">Home</a> <a href="/faq">FAQ</a> <a href="/signup">Sign Up</a>{" "}
              </>
            ) : null}
            <AccountLink />
            {lost ? (
              <>
                {" "}
                <a href="/admin/login">Admin</a>
              </>
            ) : null}
          </nav>
        )}
      </header>
      {children}
      <footer className="site-footer">
        <p>
          © {brand.name}. {brand.tagline}
        </p>
        <nav aria-label="More">
          <a href="/tour">Tour</a> <a href="/leaders">Leaders</a> <a href="/faq">FAQ</a>{" "}
          <a href="/help">Help</a> <a href="/contact">Contact</a> <a href="/terms">Terms of Service</a>{" "}
          <a href="/privacy">Privacy Policy</a> <a href="/cookies">Cookie Policy</a>
        </nav>
      </footer>
    </>
  );
}

/** Links the sections of the landing page and the pages that answer questions. */
function LandingLinks() {
  return (
    <>
      <nav aria-label="Main" className="site-links">
        <a href="#features">Features</a> <a href="#pricing">Pricing</a> <a href="/faq">FAQ</a>{" "}
        <a href="/contact">Contact</a>
      </nav>{" "}
      <nav aria-label="Sign in">
        <AccountLink button />{" "}
        <a className="quiet-link" href="/admin/login">
          Admin
        </a>
      </nav>
    </>
  );
}

/** Tells whether a page is for visitors who look around; a form in progress has no links in its header. */
const showsSite = (path: string) =>
  ["/tour", "/leaders", "/faq", "/contact", "/terms", "/privacy", "/cookies"].includes(path) ||
  /^\/(help|clubs)(\/|$)/.test(path);

/**
 * Links the account. A cookie may outlive its session, but only a stranger sees the sign-in page, so there the cookie
 * is ignored.
 */
function AccountLink({ button }: { button?: boolean }) {
  const { pathname } = useLocation();
  const signedIn = useRootData()?.signedIn && pathname !== "/club/login";
  const [href, text] = signedIn ? ["/dashboard", "Dashboard"] : ["/club/login", "Sign in"];
  return button ? <ButtonLink href={href}>{text}</ButtonLink> : <a href={href}>{text}</a>;
}

/** Draws the content of a public or account page: the message of the last action, its heading, the page. */
export function SitePage(props: {
  title: string;
  lead?: ReactNode;
  /** narrow: one form column; wide: landing and boards. */
  width?: "narrow" | "text" | "wide";
  /** Replaces the heading; holds the page's `h1`. */
  hero?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main id="main" className={`page page-${props.width ?? "text"}`} tabIndex={-1}>
      <FlashMessage />
      {props.hero ?? <PageHead title={props.title} lead={props.lead} />}
      {props.children}
    </main>
  );
}
