import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { languagesWithoutParagraph, ownParagraphOf } from "#app/domain/club/evidence/own-paragraph.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import {
  AGREEMENT_VERSION,
  agreementBlocks,
  agreementCatalogue,
  agreementLanguages,
  type TextBlock,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";

export const handle = { madeOf: [] };

export const meta = () => title("What Parents Sign");

/** Loads the agreement as parents read it, in each language, with the club's own paragraph. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, user } = await requireClubUser(args, "agreements.see");
  const asked = new URL(args.request.url).searchParams.get("lang");
  const language = agreementLanguages.find((known) => known === asked) ?? "en";
  const club = await clubRowOf(db);
  return {
    language,
    languages: agreementLanguages.map((key) => ({ key, label: agreementCatalogue(key).name })),
    htmlLang: agreementCatalogue(language).htmlLang,
    mayEdit: user.role === "club_admin",
    withoutParagraph: languagesWithoutParagraph(club).filter((missing) => missing === language),
    blocks: agreementBlocks(language, {
      clubName: club.name,
      ownParagraph: ownParagraphOf(club, language),
      version: AGREEMENT_VERSION,
    }),
  };
}

export default function AgreementTextPage() {
  const { language, languages, htmlLang, mayEdit, withoutParagraph, blocks } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="What Parents Sign"
      crumbs={[{ label: "Parents", href: "/agreements" }, { label: "What Parents Sign" }]}
    >
      <Segments
        label="Language"
        links={languages.map(({ key, label }) => ({
          key,
          label,
          href: href("/agreements/text", { lang: key }),
          current: key === language,
        }))}
      />
      {mayEdit ? (
        <p>
          You can add a paragraph of your own, in each language, in the{" "}
          <a href={href("/club/settings", { tab: "agreements" })}>settings</a>.
        </p>
      ) : null}
      <OwnParagraphMissing languages={withoutParagraph} mayEdit={mayEdit} />
      <article className="prose" lang={htmlLang}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text
          <Block key={index} block={block} />
        ))}
      </article>
    </ClubPage>
  );
}

function Block({ block: { kind, text } }: { block: TextBlock }) {
  switch (kind) {
    case "title":
    case "heading":
      return <h2>{text}</h2>;
    case "affirmation":
    case "consent":
      return <p>☐ {text}</p>;
    case "item":
    case "step":
      return <p>• {text}</p>;
    default:
      return <p>{text}</p>;
  }
}
