import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { lessonBySlug, lessons } from "./lessons.ts";
import { pictures } from "./pictures.tsx";

export const handle = { sameForAll: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...title(data?.lesson.title ?? "Lesson"),
  ...(data ? [{ name: "description", content: data.lesson.summary }] : []),
];

/** Loads one short lesson (product/pages.md#help-guide). */
export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const lesson = lessonBySlug(args.params.slug);
  if (!lesson) throw notFound();
  return { lesson };
}

export default function LessonPage() {
  const { lesson } = useLoaderData<typeof loader>();
  const others = lessons.filter(({ slug }) => slug !== lesson.slug);
  return (
    <SitePage title={lesson.title} lead={lesson.summary}>
      <p className="muted">
        <a href="/help">Help guide</a> · {lesson.minutes} minutes to read
      </p>
      {pictures[lesson.slug]}
      {lesson.parts.map((part) => (
        <section key={part.title}>
          <h2>{part.title}</h2>
          {part.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <Buttons>
        <ButtonLink href={lesson.next.href} look="primary">
          {lesson.next.text}
        </ButtonLink>
      </Buttons>
      <section>
        <h2>More lessons</h2>
        <ul>
          {others.map(({ slug, title }) => (
            <li key={slug}>
              <a href={href("/help/lessons/:slug", { slug })}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
    </SitePage>
  );
}
