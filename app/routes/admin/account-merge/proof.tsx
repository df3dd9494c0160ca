import { mergeFields } from "#app/domain/control/account-merge/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { OwnProof, ReasonField } from "#app/routes/admin/support/tools.tsx";
import { TextField } from "#app/ui/inputs.tsx";

const inputs = inputsOf(mergeFields);

/** Asks for a reason and the user's own password: for merging two accounts and for undoing it. */
export function MergeProof({ asksCode, undo = false }: { asksCode: boolean; undo?: boolean }) {
  return (
    <>
      <ReasonField />
      <TextField
        {...inputs.why}
        label={undo ? "Why they are two people after all" : inputs.why.label}
        hint="For Goodside’s staff only, such as ‘called back on the club’s number’"
      />
      <OwnProof asksCode={asksCode} />
    </>
  );
}
