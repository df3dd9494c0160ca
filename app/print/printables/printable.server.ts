import { type PrintableId, printables } from "#app/domain/club/printables/printables.ts";
import { agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { Canvas } from "./canvas.server.ts";
import { drawCertificate, drawPocketCards, drawRatingCards, FIRST_CARD } from "./cards.server.ts";
import type { PrintableTask } from "./content.ts";
import { drawAgreement, drawIncidentForm, drawSeasonSheet } from "./forms.server.ts";
import { drawBanner, drawFieldSign } from "./signs.server.ts";
import { wordsIn } from "./words.ts";

/** Draws a sheet of a club, as a tagged PDF or as a picture of its first page (product/printables.md#printables). */
export async function printable(task: PrintableTask): Promise<Uint8Array> {
  const canvas = new Canvas();
  draw[task.file.id](canvas, task);
  const { content, file } = task;
  if (task.as === "picture")
    return canvas.picture(file.id in FIRST_CARD ? FIRST_CARD[file.id as keyof typeof FIRST_CARD] : undefined);
  return canvas.pdf({
    title: `${titleOf(task)}, ${content.clubName}`,
    author: content.clubName,
    language: file.language,
    madeAt: content.madeAt,
  });
}

const draw: Record<PrintableId, (canvas: Canvas, task: PrintableTask) => void> = {
  banner: (canvas, { content, file }) => drawBanner(canvas, content, wordsIn(file.language)),
  "field-sign": (canvas, { content, file }) => drawFieldSign(canvas, content, wordsIn(file.language)),
  "pocket-card": (canvas, { content, file }) => drawPocketCards(canvas, content, wordsIn(file.language)),
  certificate: (canvas, { content, file }) => drawCertificate(canvas, content, wordsIn(file.language)),
  agreement: (canvas, { content, file: { language } }) =>
    drawAgreement(canvas, content, { words: wordsIn(language), language }),
  "incident-form": (canvas, { content }) => drawIncidentForm(canvas, content),
  "rating-card": (canvas, { content }) => drawRatingCards(canvas, content),
  "season-sheet": (canvas, { content }) => drawSeasonSheet(canvas, content),
};

/** Returns the file's title in its language. */
function titleOf({ file: { id, language } }: PrintableTask): string {
  const words = wordsIn(language);
  switch (id) {
    case "banner":
      return words.banner.big;
    case "field-sign":
      return words.sign.title;
    case "pocket-card":
      return words.card.title;
    case "certificate":
      return words.certificate.title;
    case "agreement":
      return agreementCatalogue(language).text.title;
    default:
      return printables[id].title;
  }
}
