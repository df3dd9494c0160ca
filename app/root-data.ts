import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "./root.tsx";

/** What every page knows: the message of the last action, whether somebody seems signed in, and whether this is the demo. */
export const useRootData = () => useRouteLoaderData<typeof loader>("root");
