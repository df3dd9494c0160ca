import sizes from "./sizes.json";

export type PictureName = keyof typeof sizes;
type Sizes = Partial<Record<"phone" | "desktop", { width: number; height: number }>>;

const address = (name: string) => `/pictures/${name}.avif`;

/**
 * Shows a page of the product as scripts/pictures took it: the phone's on a phone, and dark where the reader's is.
 * Lazy, with reserved space.
 * @param screen the only screen to show, on any device
 */
export function Picture(props: { name: PictureName; alt: string; screen?: "phone" }) {
  const { name, alt, screen } = props;
  const { phone, desktop }: Sizes = sizes[name];
  const shown = screen === "phone" || !desktop ? "phone" : "desktop";
  const size = shown === "phone" ? phone : desktop;
  const file = `${name}-${shown}`;
  return (
    <picture className={`shot shot-${shown}`}>
      {shown === "desktop" && phone ? (
        <>
          <source
            media="(max-width:47.99em) and (prefers-color-scheme:dark)"
            srcSet={address(`${name}-phone-dark`)}
            {...phone}
          />
          <source media="(max-width:47.99em)" srcSet={address(`${name}-phone`)} {...phone} />
        </>
      ) : null}
      <source media="(prefers-color-scheme:dark)" srcSet={address(`${file}-dark`)} {...size} />
      <img src={address(file)} alt={alt} {...size} loading="lazy" decoding="async" />
    </picture>
  );
}
