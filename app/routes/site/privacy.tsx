import type { LoaderFunctionArgs, MetaDescriptor } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { brand } from "#app/config/brand.ts";
import { LegalPage } from "#app/ui/shell/legal-page.tsx";
import { title } from "#app/ui/title.ts";
import { versionAsked, versionFor } from "./legal/texts.ts";

const NAME = "Privacy Policy";

export const handle = { sameForAll: true };
export const meta = (): MetaDescriptor[] => [
  ...title(NAME),
  { name: "description", content: `What ${brand.name} knows about you, why, for how long, and your rights.` },
];

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const version = versionAsked(new URL(args.request.url).searchParams, "privacy");
  if (!version) throw notFound();
  return { version };
}

export default function Privacy() {
  const { version } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title={NAME}
      lead={`What ${brand.name} knows about you, why, for how long, and what you can do about it.`}
      {...versionFor("privacy", version)}
    />
  );
}
