import { href } from "#app/config/addresses.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";

/** Why the list is empty, and what fills it. */
export function NoAgreements({ filtered, mayImport }: { filtered: boolean; mayImport: boolean }) {
  if (filtered) {
    return (
      <Empty title="No agreement matches" action={<a href={href("/agreements")}>Show all agreements</a>} />
    );
  }
  if (!mayImport) {
    return (
      <Empty title="No parents yet">
        <p>Once your club has added the parents of your teams, you see here who has signed.</p>
      </Empty>
    );
  }
  return (
    <Empty
      title="No parents yet"
      action={
        <>
          <ButtonLink href={href("/advanced-import")} look="primary">
            Import Parents
          </ButtonLink>{" "}
          <ButtonLink href={href("/agreements/new")}>Add a Parent</ButtonLink>{" "}
          <ButtonLink href={href("/email-collection")}>Other Ways</ButtonLink>
        </>
      }
    >
      <p>Add your parents once; then each gets one link, reads one page and signs for all children.</p>
    </Empty>
  );
}
