import type { MetaDescriptor } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Address, href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import {
  type AgreementCatalogue,
  type AgreementLanguage,
  agreementCatalogue,
  agreementLanguages,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { ClubCrest } from "#app/ui/shell/club-crest.tsx";
import { title } from "#app/ui/title.ts";
import type { OpenedLink } from "./open-link.server.ts";

/** Shared data of the pages behind an agreement's link. */
export interface ParentPageData {
  language: AgreementLanguage;
  /** Document language, and text of its skip link. */
  localized: { lang: string; skip: string };
  /** null: the link does not tell which club it belongs to. */
  clubName: string | null;
  token: string;
}

export const parentPageData = ({
  language,
  labels,
  opened,
  token,
}: OpenedLink<{ club: { name: string } }>): ParentPageData => ({
  language,
  localized: { lang: labels.htmlLang, skip: labels.form.skip },
  clubName: opened?.club.name ?? null,
  token,
});

/** Returns the title of a parent's page, and keeps it out of search engines. */
export const parentTitle = (text: string): MetaDescriptor[] => [
  ...title(text),
  { name: "robots", content: "noindex" },
];

/** Returns the words of the current page, in its language. */
export function useLabels(): AgreementCatalogue {
  return agreementCatalogue(useLoaderData<ParentPageData>().language);
}

type ParentAddress = Extract<Address, `/parent/agreement/:token${string}`>;

/** Returns links behind the token, in the same language: `useParentLink()("/parent/agreement/:token/data")`. */
export function useParentLink() {
  const { token, language } = useLoaderData<ParentPageData>();
  return (page: ParentAddress) => href(page, { token, lang: language });
}

/** Frames a parent's page: club, other languages, no script, no further requests. */
export function ParentPage(props: {
  title: string;
  lead?: ReactNode;
  /** Content above the heading: why a form was refused. */
  before?: ReactNode;
  /** Leaves room for the contents beside the text. */
  contents?: boolean;
  children?: ReactNode;
}) {
  const { clubName } = useLoaderData<ParentPageData>();
  const labels = useLabels();
  return (
    <>
      <header className="field-header">
        <p className="club-name">
          {clubName === null ? (
            brand.name
          ) : (
            <>
              <ClubCrest name={clubName} /> <span>{clubName}</span>
            </>
          )}
        </p>{" "}
        <Languages />
      </header>
      <main id="main" className={props.contents ? "page page-contents" : "page page-narrow"} tabIndex={-1}>
        {props.before}
        <h1>{props.title}</h1>
        {props.lead ? <p className="lead">{props.lead}</p> : null}
        {props.children}
      </main>
      <footer className="site-footer">
        <p>
          <a href={href("/privacy")} hrefLang="en">
            {labels.form.privacy}
          </a>
        </p>
      </footer>
    </>
  );
}

/** Links the same page in the other languages. */
function Languages() {
  const { language } = useLoaderData<ParentPageData>();
  const { pathname } = useLocation();
  return (
    <nav aria-label={agreementCatalogue(language).form.languages}>
      {agreementLanguages
        .filter((other) => other !== language)
        .map((other) => {
          const { switchTo, htmlLang } = agreementCatalogue(other);
          return (
            <a
              key={other}
              className="field-menu"
              href={`${pathname}?lang=${other}`}
              lang={htmlLang}
              hrefLang={other}
            >
              {switchTo}
            </a>
          );
        })}
    </nav>
  );
}
