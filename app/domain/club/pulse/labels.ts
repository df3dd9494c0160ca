import { pluralize } from "#app/domain/values/pluralize.ts";
import { type AnswerStats, FEWEST_ANSWERS, satisfactionOf } from "./pulse.ts";

/** Returns '4.2'. */
export const formatMean = (mean: number): string => mean.toFixed(1);

/** Returns '4.2 of 5 on average in 23 answers'. */
export const averageLabel = ({ mean, answers }: Pick<AnswerStats, "mean" | "answers">): string =>
  `${formatMean(mean)} of 5 on average in ${pluralize(answers, "answer")}`;

/**
 * Returns '84% (the average of 23 answers from 1 to 5)': the percentage of the reports (product/reports.md#reports).
 */
export const satisfactionLabel = ({ mean, answers }: Pick<AnswerStats, "mean" | "answers">): string =>
  `${Math.round(satisfactionOf(mean))}% (the average of ${pluralize(answers, "answer")} from 1 to 5)`;

/** Returns '23 of 50 parents answered (46%)'. */
export const responseLabel = ({ answers, recipients }: { answers: number; recipients: number }): string =>
  `${answers} of ${pluralize(recipients, "parent")} answered (${Math.round((answers / recipients) * 100)}%)`;

export const tooFewLabel = `Too few answers to show. Results are shown from ${FEWEST_ANSWERS} answers on, so that nobody can be found.`;

export const NOT_MEASURED = "Not measured yet";

/** Messages for a pulse that was not sent. */
export const sendPulseProblems = {
  "no-team": "None of these teams can be asked any more. Choose the teams again.",
  few: `Fewer than ${FEWEST_ANSWERS} parents can be asked now, so no result could ever be shown. Choose more teams, or wait until parents may be asked again.`,
  day: "The last day for answers has to be between tomorrow and 60 days from now. Choose it again.",
} as const;
