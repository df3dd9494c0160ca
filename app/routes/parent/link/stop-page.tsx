import { useLoaderData } from "@remix-run/react";
import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ParentPage, type ParentPageData } from "./parent-page.tsx";

/**
 * Stops a kind of mail to a parent, or takes that back.
 * @param props.back the way to the parent's remaining task, if any
 */
export function StopPage({
  words,
  stopped,
  back,
}: {
  words: Record<"title" | "lead" | "submit" | "done" | "undo", string>;
  stopped: boolean;
  back: { text: string; href: string } | null;
}) {
  const { clubName } = useLoaderData<ParentPageData>();
  const club = { club: clubName ?? "" };
  return (
    <ParentPage title={words.title}>
      {stopped ? (
        <Notice tone="good">
          <p role="status">{fillIn(words.done, club)}</p>
        </Notice>
      ) : (
        <p>{fillIn(words.lead, club)}</p>
      )}
      <ButtonForm>
        <Hidden name="do" value={stopped ? "undo" : "stop"} />
        <Buttons>
          <SubmitButton look={stopped ? "secondary" : "primary"}>
            {stopped ? words.undo : words.submit}
          </SubmitButton>
        </Buttons>
      </ButtonForm>
      {back ? (
        <p>
          <a href={back.href}>{back.text}</a>
        </p>
      ) : null}
    </ParentPage>
  );
}
