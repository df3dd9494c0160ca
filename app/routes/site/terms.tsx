import type { LoaderFunctionArgs, MetaDescriptor } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { brand } from "#app/config/brand.ts";
import { LegalPage } from "#app/ui/shell/legal-page.tsx";
import { title } from "#app/ui/title.ts";
import { versionAsked, versionFor } from "./legal/texts.ts";

const NAME = "Terms of Service";

export const handle = { sameForAll: true };
export const meta = (): MetaDescriptor[] => [
  ...title(NAME),
  {
    name: "description",
    content: `The agreement between ${brand.name} and the clubs, coaches and managers that use it.`,
  },
];

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const version = versionAsked(new URL(args.request.url).searchParams, "terms");
  if (!version) throw notFound();
  return { version };
}

export default function Terms() {
  const { version } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      title={NAME}
      lead={`The agreement between ${brand.name} and everyone who uses it, in plain words.`}
      {...versionFor("terms", version)}
    />
  );
}
