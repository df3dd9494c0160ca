import { href } from "#app/config/addresses.ts";
import { type AgreementLanguage, agreementLanguages } from "#app/domain/values/agreement-text/catalogue.ts";
import { Notice } from "#app/ui/notice.tsx";

const names: Record<AgreementLanguage, string> = { en: "English", es: "Spanish" };

/** Lists the languages in which parents do not read the club's own paragraph, though it is written in another. */
export function OwnParagraphMissing({
  languages,
  mayEdit,
}: {
  languages: readonly AgreementLanguage[];
  mayEdit: boolean;
}) {
  if (languages.length === 0) return null;
  const list = (of: readonly AgreementLanguage[]) => of.map((language) => names[language]).join(", ");
  const written = agreementLanguages.filter((language) => !languages.includes(language));
  return (
    <Notice tone="minor" title={`Your own paragraph is missing in ${list(languages)}`}>
      <p>
        It is written in {list(written)} only. Who reads the agreement in {list(languages)} signs it without
        your paragraph.{" "}
        {mayEdit ? (
          <>
            <a href={href("/club/settings", { tab: "agreements" })}>Write it</a> before you send it.
          </>
        ) : (
          "An administrator can write it in the settings."
        )}
      </p>
    </Notice>
  );
}
