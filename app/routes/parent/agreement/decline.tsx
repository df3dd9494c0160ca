import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { parentTitle } from "#app/routes/parent/link/parent-page.tsx";
import { endAgreement, loadEnding } from "./end.server.ts";
import { Ending } from "./ending.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? agreementCatalogue(data.language).decline.title : "Agreement");

export const loader = (args: LoaderFunctionArgs) => loadEnding(args, "decline");
export const action = (args: ActionFunctionArgs) => endAgreement(args, "decline");

export default function Decline() {
  return <Ending kind="decline" />;
}
