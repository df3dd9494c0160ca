import { href } from "#app/config/addresses.ts";
import { type PrintableId, type PrintableSize, printables } from "#app/domain/club/printables/printables.ts";

/** Of the sheet, in eighths of an inch: the page keeps its room before the picture is there. */
const SHAPES = new Map<PrintableSize, readonly [width: number, height: number]>([
  ["Banner", [576, 192]],
  ["11x17", [136, 88]],
  ["Card", [28, 16]],
]);
/** Of all on letter paper. */
const PAPER = [68, 88] as const;

/** The first page of the file itself, or its first card, drawn from the same drawing; it stands beside its name. */
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
