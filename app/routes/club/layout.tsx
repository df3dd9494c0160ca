import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { openAfterTerm, readOnlyOf } from "#app/auth/club-access.server.ts";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { shellProps } from "#app/auth/shell-props.ts";
import { ClubShell } from "#app/ui/shell/club-shell.tsx";

/** Protects the shell alone: a page's loader and action run beside this one, and each has its own guard. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "club.see");
  const shell = shellProps(ctx, args.request);
  const readOnly = readOnlyOf(ctx.session);
  return { ...shell, readOnly, formsClosed: readOnly !== null && !openAfterTerm(shell.path) };
}

export default function ClubLayout() {
  const shell = useLoaderData<typeof loader>();
  return (
    <ClubShell shell={shell}>
      <Outlet context={shell} />
    </ClubShell>
  );
}
