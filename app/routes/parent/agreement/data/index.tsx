import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { type AgreementLanguage, agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { postedForm } from "#app/forms/read-form.server.ts";
import { noteFormUsed } from "#app/journeys/agreements/open-agreement.server.ts";
import { UnknownView } from "#app/routes/parent/agreement/views.tsx";
import { openLink } from "#app/routes/parent/link/open-link.server.ts";
import { parentPageData, parentTitle } from "#app/routes/parent/link/parent-page.tsx";
import { eraseParent, saveCorrection } from "./correct.server.ts";
import { DataPage, ErasedPage } from "./data-page.tsx";
import { loadKept } from "./load-kept.server.ts";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? titleOf(data) : "Agreement");

function titleOf({
  language,
  kept,
  erased,
}: {
  language: AgreementLanguage;
  kept: unknown;
  erased: boolean;
}) {
  const { data, unknown } = agreementCatalogue(language);
  if (kept) return data.title;
  return erased ? data.erasedTitle : unknown.title;
}

/** All that is kept of the person who has the link (product.md#parents-data). */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  const query = new URL(args.request.url).searchParams;
  const [saved, erased] = [query.has("saved"), query.has("erased")];
  if (!link.opened) return json({ ...page, kept: null, saved, erased }, { status: erased ? 200 : 404 });
  return json({ ...page, kept: await loadKept(link.opened, link.language), saved, erased });
}

export async function action(args: ActionFunctionArgs) {
  const link = await openLink(args);
  const { opened } = link;
  // The page itself says that the link leads nowhere.
  if (!opened) return redirect(addressOf(args.request), 303);
  const form = await postedForm(args.request);
  if (form.get("intent") === "erase") return eraseParent(link, opened, form);
  await noteFormUsed(opened);
  return saveCorrection(link, opened, form);
}

export default function Data() {
  const { kept, saved, erased } = useLoaderData<typeof loader>();
  if (kept) return <DataPage kept={kept} saved={saved} />;
  return erased ? <ErasedPage /> : <UnknownView />;
}
