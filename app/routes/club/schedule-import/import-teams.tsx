import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { PreviewView } from "./preview-view.ts";

/** The form of the import itself. */
export const IMPORT_FORM = "import";

/** Which names of the file are the club's teams: found where they are alike, asked where they may be. */
export function ImportTeams(props: { id: string; names: PreviewView["openNames"]; open?: boolean }) {
  const { id, names, open = false } = props;
  const field = open ? "open-name" : "name";
  const action = href("/schedule/imports/:importId/teams", { importId: id });
  // What is chosen here goes along with the import's own button, too: nobody's choice is left behind.
  const form = open ? IMPORT_FORM : undefined;
  if (names.length === 0) return null;
  const fields = (
    <>
      {names.map((name, place) => (
        <div className="field" key={name.key}>
          <label htmlFor={`${field}-${place}`}>
            {name.text ? `"${name.text}"` : "Rows that name no team"}{" "}
            <span className="optional">
              ({name.about ? `${name.about}, ` : ""}
              {pluralize(name.rows, "row")}
              {name.open && name.near ? ", similar to a team of yours" : ""})
            </span>
          </label>{" "}
          <input type="hidden" form={form} name={`name-${place}`} value={name.key} />
          <select
            form={form}
            className="input"
            id={`${field}-${place}`}
            name={`team-${place}`}
            defaultValue={name.value}
          >
            <option value="auto">{name.found ? "As found" : "Choose a team"}</option>
            <option value={name.notOurs}>Not one of our teams</option>
            {name.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <Buttons>
        <SubmitButton look="secondary" form={form} action={open ? action : undefined}>
          Use These Teams
        </SubmitButton>
      </Buttons>
    </>
  );
  return (
    <Card title={open ? "Which teams are yours?" : "Your teams in the file"}>
      <p>
        {open
          ? "Some names do not match your teams exactly. Choose the team, or leave it: rows without a team are not imported."
          : "Change this if a name belongs to another club's team, or to another of your teams."}{" "}
        If a team is missing, <a href="/teams/new">add it first</a>, then open this page again.
      </p>
      {open ? <div className="form">{fields}</div> : <PostForm action={action}>{fields}</PostForm>}
    </Card>
  );
}
