import { searchText } from "#app/domain/values/names.ts";
import { questions } from "#app/routes/site/faq/questions.ts";
import { lessons } from "./lessons/lessons.ts";
import { steps } from "./steps.ts";

export interface HelpHit {
  href: string;
  kind: "Step" | "Lesson" | "Question";
  title: string;
  excerpt: string;
}

const everything: (HelpHit & { text: string })[] = [
  ...steps.map(({ id, title, text }) => hit("Step", `/help#step-${id}`, title, text)),
  ...lessons.map(({ slug, title, summary, parts }) =>
    hit("Lesson", `/help/lessons/${slug}`, title, [
      summary,
      ...parts.flatMap((part) => [part.title, ...part.text]),
    ]),
  ),
  ...questions.map(({ id, question, answer }) => hit("Question", `/faq#${id}`, question, answer)),
];

function hit(kind: HelpHit["kind"], href: string, title: string, text: readonly string[]) {
  return { kind, href, title, excerpt: text[0] ?? "", text: searchText(`${title} ${text.join(" ")}`) };
}

/** Longest search, in characters. */
export const QUERY_MAX = 100;

/** Searches the help for pages with all the words; matches in the title come first. */
export function searchHelp(query: string): HelpHit[] {
  const words = searchText(query.slice(0, QUERY_MAX)).split(" ").filter(Boolean);
  if (words.length === 0) return [];
  const inTitle = ({ title }: HelpHit) => words.some((word) => searchText(title).includes(word));
  return everything
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort((a, b) => Number(inTitle(b)) - Number(inTitle(a)))
    .map(({ text: _, ...found }) => found);
}
