import { href } from "#app/config/addresses.ts";
import { Segments } from "#app/ui/shell/segments.tsx";

const languages: Record<string, string> = { en: "English", es: "Spanish" };

/** Returns 'Spanish, 2' for es-1; 'Trial expired' for trial-expired. */
export function variantLabel(variant: string): string {
  const [, language = "", number] = /^(en|es)(?:-(\d+))?$/.exec(variant) ?? [];
  if (language) return `${languages[language]}${number === undefined ? "" : `, ${Number(number) + 1}`}`;
  const words = variant
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type Page =
  | "/admin/email-templates/:template"
  | "/admin/email-templates/:template/edit"
  | "/admin/email-templates/:template/history";

/** Links the wordings of an email to the same page of each; renders nothing for a single one. */
export function Wordings(props: {
  page: Page;
  template: string;
  variant: string;
  variants: readonly string[];
}) {
  const { page, template, variant, variants } = props;
  if (variants.length < 2) return null;
  return (
    <Segments
      label="Wordings"
      links={variants.map((one) => ({
        key: one,
        href: href(page, { template, variant: one }),
        label: variantLabel(one),
        current: one === variant,
      }))}
    />
  );
}
