import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { downloadCounts } from "#app/domain/club/printables/printables.server.ts";
import {
  categoryName,
  type PrintableId,
  type PrintableSettings,
  printableCategories,
  printableIds,
  printables,
} from "#app/domain/club/printables/printables.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { sheetsOf } from "#app/journeys/printables/print-sheets.server.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { missingLetters } from "#app/print/missing-letters.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { FilterNotices } from "#app/ui/filter-bar.tsx";
import { MissingLetters } from "#app/ui/missing-letters.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { SheetPicture } from "./sheet-picture.tsx";

export const handle = { extra: "printables", madeOf: [] };

export const meta = () => title("Printables");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const [sheets, downloads] = await Promise.all([sheetsOf(ctx), downloadCounts(ctx.db)]);
  const asked = new URL(args.request.url).searchParams.get("category") ?? "";
  const category = printableCategories.find((one) => one === asked) ?? null;
  return {
    asked,
    category,
    settings: sheets.settings,
    missing: missingLetters([
      ...[sheets.settings.clubName, sheets.settings.season, sheets.settings.contactInfo],
      ...[sheets.row.agreement_text, sheets.row.agreement_text_es],
    ]),
    hasLogo: sheets.hasLogo,
    version: sheets.version,
    downloads: Object.fromEntries(downloads) as Partial<Record<PrintableId, number>>,
  };
}

/** Lists everything that a club can print, by category; each with a picture of the file itself. */
export default function Printables() {
  const { asked, category, settings, missing, hasLogo, version, downloads } = useLoaderData<typeof loader>();
  const shown = printableIds.filter((id) => category === null || printables[id].category === category);
  const { role, readOnly } = useShell();
  const mayCustomize = may(role, "printables.customize") && !readOnly;
  return (
    <ClubPage
      title="Printable Resources"
      lead="Signs, cards and forms for your sideline, with your club’s name and color. Print them yourself, or send the file to a print shop."
      actions={<ButtonLink href={href("/printables/all.zip")}>Download All (ZIP)</ButtonLink>}
    >
      <FilterNotices
        notices={asked && !category ? ["There is no such category: all printables are shown."] : []}
      />
      <MissingLetters letters={missing} of="your sheets" />
      <OnEverySheet settings={settings} hasLogo={hasLogo} mayCustomize={mayCustomize} />
      <Segments
        label="Category"
        links={[null, ...printableCategories].map((one) => ({
          key: one ?? "all",
          href: href("/printables", { category: one ?? undefined }),
          label: `${one ? categoryName[one] : "All"} (${
            printableIds.filter((id) => one === null || printables[id].category === one).length
          })`,
          current: one === category,
        }))}
      />
      {category === null || category === "cards" ? (
        <p>
          A reward that was awarded has a certificate of its own:{" "}
          <a href={href("/printables/certificates")}>print certificates</a>.
        </p>
      ) : null}
      <ul className="printables">
        {shown.map((id) => (
          <Resource key={id} id={id} version={version} downloads={downloads[id] ?? 0} />
        ))}
      </ul>
      <section className="printables-help" aria-labelledby="printing">
        <h2 id="printing">How to print them</h2>
        <ul>
          <li>
            At home or in the office: choose ‘Actual size’, not ‘Fit to page’. Everything but the banner and
            the sign is on letter paper, and all of it reads in gray.
          </li>
          <li>
            At a print shop: the banner and the sign have 1/8 inch of bleed and crop marks outside of the page
            that you see. Send the file as it is.
          </li>
          <li>The pocket cards have two sides: print both, and cut along the marks.</li>
        </ul>
      </section>
    </ClubPage>
  );
}

/** Sums up in a line what is on every sheet of the club. */
function OnEverySheet(props: { settings: PrintableSettings; hasLogo: boolean; mayCustomize: boolean }) {
  const { settings, hasLogo, mayCustomize } = props;
  const { clubName, clubLogo, season, contactInfo, websiteUrl } = settings;
  const logo = !hasLogo ? "your initials as a crest" : clubLogo ? "your logo" : "no logo";
  const parts = [season, contactInfo, websiteUrl.replace(/^https?:\/\//, "")].filter(Boolean);
  return (
    <section className="printables-club" aria-labelledby="on-every-sheet">
      <div>
        <h2 id="on-every-sheet">On your sheets</h2>
        <p>
          <strong>{clubName}</strong>, {logo}
          {parts.map((part) => (
            <span key={part}>
              {" · "}
              <span className="whole">{part}</span>
            </span>
          ))}
        </p>
      </div>
      {mayCustomize ? (
        <ButtonLink href={href("/printables/customize")}>Customize</ButtonLink>
      ) : (
        <p className="muted small">A club administrator chooses these.</p>
      )}
    </section>
  );
}

function Resource({ id, version, downloads }: { id: PrintableId; version: string; downloads: number }) {
  const { title, description, category, format, size, languages } = printables[id];
  const file = (language: string) => href("/printables/sheet.pdf", { of: id, language });
  return (
    <li className="printable">
      <div className="printable-picture">
        <SheetPicture id={id} version={version} />
      </div>
      <div className="printable-text">
        <h2>{title}</h2>
        <p>{description}</p>
        <p className="muted small">
          {categoryName[category]} · {size}, {format}
        </p>
        <p className="muted small">
          {downloads === 0 ? "Not downloaded yet" : `Downloaded ${pluralize(downloads, "time")}`}
        </p>
        <Buttons>
          {languages.map((language) => (
            <ButtonLink key={language} href={file(language)}>
              {languages.length === 1 ? "Download PDF" : language === "en" ? "English PDF" : "Spanish PDF"}
              <span className="visually-hidden">: {title}</span>
            </ButtonLink>
          ))}
        </Buttons>
      </div>
    </li>
  );
}
