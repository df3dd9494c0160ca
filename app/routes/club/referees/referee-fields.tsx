import { refereeFields } from "#app/domain/club/referees/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { TextField } from "#app/ui/inputs.tsx";

const inputs = inputsOf(refereeFields);

interface Values {
  season: string;
  firstDay: string;
  started: number | null;
  stayed: number | null;
}

/** Asks for a season's referees. */
export function RefereeFields({ values }: { values: Values | null }) {
  return (
    <>
      <TextField {...inputs.season} value={values?.season} width="medium" />
      <TextField {...inputs.firstDay} type="date" value={values?.firstDay} width="medium" />
      <TextField {...inputs.started} inputMode="numeric" value={values?.started} width="short" />
      <TextField
        {...inputs.stayed}
        needed="at the season's end"
        hint="Of the referees whom you counted at the start. New ones do not count."
        inputMode="numeric"
        value={values?.stayed}
        width="short"
      />
    </>
  );
}
