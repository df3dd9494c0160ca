import { useRouteLoaderData } from "@remix-run/react";
import { createContext } from "react";

/** Data of every page: the last action's message, whether a session cookie exists, whether this is the demo. */
export interface RootData {
  flash: { kind: "good" | "bad"; text: string } | null;
  signedIn: boolean;
  /** Club for which the reader acts as platform staff; null for everybody else. */
  acting: { clubName: string } | null;
  demo: boolean;
  appUrl: string;
  saveData: boolean;
}

export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;

/** True if the reader's account has switched scripts off; provided by entry.server (product/accounts.md#lite-mode). */
export const LiteMode = createContext(false);

/**
 * True if the browser may keep this page; provided by entry.server, since its loaders may refuse
 * (product/security.md#kept-pages).
 */
export const KeptPage = createContext(false);
