import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import type { PreviewData } from "./preview-data.ts";

/** Names that are or may be the club's, and have no team yet. */
export function OpenNames({ id, names }: { id: string; names: PreviewData["openTeams"] }) {
  if (names.length === 0) return null;
  const rows = names.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return (
    <Notice tone="minor" title={`${pluralize(names.length, "name")} without a team of yours`}>
      <p>
        {names.map(({ name }) => (name ? `"${name}"` : "Rows that name no team")).join(", ")}:{" "}
        {pluralize(rows, "row")} left out.{" "}
        <a href={href("/schedule/imports/:importId/teams", { importId: id })}>
          Create the teams, or say which they are
        </a>
      </p>
    </Notice>
  );
}

/** Asks whether the day or the month comes first, where no date of the file tells. */
export function UnsureDates({ id, dates }: { id: string; dates: PreviewData["dates"] }) {
  if (!dates) return null;
  return (
    <Notice tone="minor" title="Does the day or the month come first?">
      <p>
        Every date of this file can be read both ways. "{dates.example}" is read as {dates.read}.
      </p>
      <PostForm action={href("/schedule/imports/:importId/dates", { importId: id })}>
        <Hidden name="first" value={dates.dayFirst ? "month" : "day"} />
        <SubmitButton look="secondary">Read it as {dates.other}</SubmitButton>
      </PostForm>
    </Notice>
  );
}
