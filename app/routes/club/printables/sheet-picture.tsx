import { href } from "#app/config/addresses.ts";
import { type PrintableId, type PrintableSize, printables } from "#app/domain/club/printables/printables.ts";

/** Size in eighths of an inch; reserves the picture's room on the page before it loads. */
const SHAPES = new Map<PrintableSize, readonly [width: number, height: number]>([
  ["Banner", [576, 192]],
  ["11x17", [136, 88]],
  ["Card", [28, 16]],
]);
/** Size of all printables on letter paper. */
const PAPER = [68, 88] as const;

/** Shows the file's first page or card, from the same drawing, beside its name. */
export function SheetPicture({ id, version }: { id: PrintableId; version: string }) {
  const [width, height] = SHAPES.get(printables[id].size) ?? PAPER;
  return (
    <img
      src={href("/printables/sheet.svg", { of: id, v: version })}
      alt=""
      width={width}
      height={height}
      loading="lazy"
    />
  );
}
