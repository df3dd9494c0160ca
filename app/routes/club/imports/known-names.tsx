import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

interface KnownName {
  kind: "club" | "team";
  key: string;
  name: string;
  teamName: string | null;
}

/** What the club said about names in its files, to take it back. */
export function KnownNames({ names }: { names: KnownName[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h2>Names we know from your files</h2>
      <p>You said what these names mean. Forget one, and the next file that has it asks again.</p>
      <DataTable
        caption="Names we know from your files"
        columns={[{ name: "In the file" }, { name: "Is" }, { name: "Actions" }]}
        rows={names.map(({ kind, key, name, teamName }) => ({
          key: `${kind} ${key}`,
          cells: [
            name,
            kind === "club" ? "Your club" : (teamName ?? "Not one of your teams"),
            <PostForm key="forget" className="inline-form">
              <Hidden name="kind" value={kind} />
              <Hidden name="key" value={key} />
              <SubmitButton look="secondary">
                Forget <span className="visually-hidden">{name}</span>
              </SubmitButton>
            </PostForm>,
          ],
        }))}
      />
    </>
  );
}
