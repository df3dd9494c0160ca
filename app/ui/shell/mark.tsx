import { brand } from "#app/config/brand.ts";

/** Shows the product's logo and name, as a link to the reader's first page. */
export function BrandLink({ href }: { href: "/" | "/dashboard" | "/admin" }) {
  return (
    <a className="brand" href={href}>
      <MarkSign />
      <span>{brand.name}</span>
    </a>
  );
}

/** Draws a half-dot on a line; the favicon below repeats it. */
function MarkSign() {
  return (
    <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" focusable="false">
      <path d="M1 21.5h22M12 3.5a7.75 7.75 0 0 1 0 15.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M12 2.5a8.75 8.75 0 0 0 0 17.5z" fill="currentColor" />
    </svg>
  );
}

const favicon = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><style>g{color:#0d6e45}@media(prefers-color-scheme:dark){g{color:#5cc795}}</style><g><path d='M1 21.5h22M12 3.5a7.75 7.75 0 0 1 0 15.5' fill='none' stroke='currentColor' stroke-width='2'/><path d='M12 2.5a8.75 8.75 0 0 0 0 17.5z' fill='currentColor'/></g></svg>`;

/** Inlined, so that a first visit needs no second request; HTML would escape its quotes more lengthily. */
export const faviconAddress = `data:image/svg+xml,${favicon.replaceAll(/[#<> {}]/g, encodeURIComponent).replaceAll("'", "%27")}`;
