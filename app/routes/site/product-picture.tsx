import sizes from "./pictures.json";

export type PictureName = keyof typeof sizes;

/**
 * A picture of the product, taken by `npm run pictures`, in the reader's light or dark; its size is known, so nothing
 * moves when it arrives.
 */
export function ProductPicture({ name, alt, eager }: { name: PictureName; alt: string; eager?: boolean }) {
  const { width, height } = sizes[name];
  return (
    <picture className={height > width ? "product-picture product-phone" : "product-picture"}>
      <source srcSet={`/pictures/${name}-dark.avif`} media="(prefers-color-scheme: dark)" type="image/avif" />
      <img
        src={`/pictures/${name}-light.avif`}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? undefined : "lazy"}
      />
    </picture>
  );
}
