import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormReply } from "#app/forms/reply.ts";

/** The action's refusal, or what the loader kept (`kept`) of a form whose session had ended. */
export function useReply(): FormReply | undefined {
  const refusal = useActionData<FormReply>();
  const data = useLoaderData<{ kept?: FormReply | null } | undefined>() as
    | { kept?: FormReply | null }
    | undefined;
  return refusal ?? data?.kept ?? undefined;
}
