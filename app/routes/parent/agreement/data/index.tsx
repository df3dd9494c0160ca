import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { UnknownFace } from "#app/routes/parent/agreement/faces.tsx";
import { openLink } from "#app/routes/parent/agreement/open-link.server.ts";
import { parentPageData, parentTitle } from "#app/routes/parent/agreement/parent-page.tsx";
import { saveCorrection } from "./correct.server.ts";
import { DataPage } from "./data-page.tsx";
import { loadKept } from "./load-kept.server.ts";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? agreementCatalogue(data.language).data.title : "Agreement");

/** All that is kept of whoever has the link (product.md#parents-data). */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  if (!link.opened) return json({ ...page, kept: null, saved: false }, { status: 404 });
  const saved = new URL(args.request.url).searchParams.has("saved");
  return json({ ...page, kept: await loadKept(link.opened, link.language), saved });
}

export async function action(args: ActionFunctionArgs) {
  const link = await openLink(args);
  const { opened } = link;
  // The page itself says that the link leads nowhere.
  if (!opened) return redirect(addressOf(args.request), 303);
  return saveCorrection(link, opened, await postedForm(args.request));
}

export default function Data() {
  const { kept, saved } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return kept ? <DataPage kept={kept} saved={saved} reply={reply} /> : <UnknownFace />;
}
