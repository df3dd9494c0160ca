import { ButtonLink } from "./buttons.tsx";

/** Links to the neighboring pages of a long list. `href` returns a page's address, with its filters. */
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
