import { ButtonLink } from "./buttons.tsx";

/** A page's name and its address; null if there is none. */
type PageLink = readonly [label: string, href: string] | null;

/** Links the previous and next page of an uncounted list. */
export function PageLinks({
  label = "Pages",
  ...links
}: {
  label?: string;
  before: PageLink;
  after: PageLink;
}) {
  const { before, after } = links;
  if (!before && !after) return null;
  return (
    <nav className="pagination" aria-label={label}>
      {before ? <ButtonLink href={before[1]}>{before[0]}</ButtonLink> : <span />}{" "}
      {after ? <ButtonLink href={after[1]}>{after[0]}</ButtonLink> : <span />}
    </nav>
  );
}

/** Links the neighboring pages of a long list. `href` returns a page's address, with its filters. */
export function Pagination(props: { page: number; pages: number; href: (page: number) => string }) {
  const { page, pages, href } = props;
  if (pages <= 1) return null;
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 ? <ButtonLink href={href(page - 1)}>Previous</ButtonLink> : <span />}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages ? <ButtonLink href={href(page + 1)}>Next</ButtonLink> : <span />}
    </nav>
  );
}
