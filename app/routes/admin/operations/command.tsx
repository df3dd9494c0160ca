import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  type ConsoleCommand,
  consoleCommands,
  isConsoleCommand,
} from "#app/domain/control/operations/console-commands.ts";
import { orderCommand } from "#app/domain/control/operations/console-runs.server.ts";
import { commandSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Debug Command");

const list = href("/admin/console", { tab: "commands" });

/** Describes a console command, and has the jobs process run it (product/operations.md#console). */
const form = staffForm({
  may: "manage_notifications",
  schema: commandSchema,
  find: async (_, { command = "" }) => (isConsoleCommand(command) ? command : null),
  change: async ({ ctx: { control, admin }, found: command, value }) => {
    const { about } = consoleCommands[command];
    const club = about === null ? null : await findClub(control, value.club);
    if (about !== null && !club) return { ok: false, problem: "no-club" } as const;
    const order = { command, clubCode: club?.code ?? null, by: admin.id };
    return (await orderCommand(control, order)) ? { ok: true } : ({ ok: false, problem: "waits" } as const);
  },
  problems: ({ problem }) =>
    problem === "no-club"
      ? { club: "No club has this code" }
      : [list, "This is being done already: its result comes below.", "bad"],
  saved: () => [list, "It runs within seconds. Its result stands below once you load the page again."],
});
export const action = form.action;
export const loader = form.loader(async ({ found }) => ({ command: found }));

export default function Command() {
  const { command } = useLoaderData<{ command: ConsoleCommand }>();
  const { label, about, does } = consoleCommands[command];
  return (
    <AdminPage title={label} lead={<a href={list}>Debug Commands</a>} width="text">
      {does.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <PostForm>
        {about === "club" ? (
          <TextField name="club" label="Club code" autoComplete="off" maxLength={SEARCH_MAX} required />
        ) : null}
        <FormButtons submit={label} back={list} />
      </PostForm>
      <p className="muted small">That you ran it stands in the audit log.</p>
    </AdminPage>
  );
}
