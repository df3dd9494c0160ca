import { useRouteLoaderData } from "@remix-run/react";

/** Data of every page: the last action's message, whether a session cookie exists, whether this is the demo. */
export interface RootData {
  flash: { kind: "good" | "bad"; text: string } | null;
  signedIn: boolean;
  demo: boolean;
  appUrl: string;
  saveData: boolean;
}

export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;
