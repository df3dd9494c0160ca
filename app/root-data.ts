import { useRouteLoaderData } from "@remix-run/react";

/** What every page knows: the message of the last action, whether somebody seems signed in, and whether this is the demo. */
export interface RootData {
  flash: { kind: "good" | "bad"; text: string } | null;
  signedIn: boolean;
  demo: boolean;
  appUrl: string;
  saveData: boolean;
}

export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;
