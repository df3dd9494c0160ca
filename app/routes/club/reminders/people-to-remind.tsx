import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { Status } from "#app/ui/status.tsx";
import type { WaitingPage } from "./waiting-page.server.ts";

type Rater = WaitingPage["raters"][number];

/** What a list of waiting games is of: all, or those without a final score (`games=no-score`). */
export const waitingAddress = ({
  teamId,
  noScore,
  page,
}: {
  teamId: string;
  noScore: boolean;
  page?: number;
}) =>
  href("/rating/waiting", {
    team: teamId === "" ? undefined : teamId,
    games: noScore ? "no-score" : undefined,
    page: page !== undefined && page > 1 ? String(page) : undefined,
  });

/** Whose ratings are missing, each with a button that mails them what waits. */
export function PeopleToRemind({
  raters,
  teamId,
  noScore,
}: {
  raters: readonly Rater[];
  teamId: string;
  noScore: boolean;
}) {
  if (raters.length === 0) return null;
  const action = waitingAddress({ teamId, noScore });
  const open = raters.filter(({ state }) => state === "open").length;
  return (
    <section>
      <h2>Whom to remind</h2>
      <p>
        One email lists all that waits for its reader, once a day at most. It also goes out by itself on the
        three mornings after a game.
      </p>
      {open > 1 ? (
        <ButtonForm action={action}>
          <SubmitButton>Remind everyone ({pluralize(open, "person", "people")})</SubmitButton>
        </ButtonForm>
      ) : null}
      <ul className="row-list">
        {raters.map((rater) => (
          <li key={rater.accountId} className="list-row">
            <strong>{rater.name}</strong>{" "}
            {rater.state === "open" ? (
              <ButtonForm action={action}>
                <Hidden name="rater" value={rater.accountId} />
                <button type="submit" className="button button-secondary row-button">
                  Remind <span className="visually-hidden">{rater.name}</span>
                </button>
              </ButtonForm>
            ) : (
              <Status kind={rater.state === "no-mail" ? "act" : "plain"}>{stateLabels[rater.state]}</Status>
            )}{" "}
            <span className="row-facts" title={rater.places.join("; ")}>
              {pluralize(rater.waiting, "rating")}
              {rater.reminded ? `, reminded ${rater.reminded}` : null} · {rater.places.join("; ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateLabels: Record<Exclude<Rater["state"], "open">, string> = {
  today: "Reminded today",
  "own-off": "Wants no reminders",
  "team-off": "Team's emails are off",
  "no-mail": "Email does not arrive",
};
