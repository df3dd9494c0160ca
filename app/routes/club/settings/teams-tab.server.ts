import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import type { SettingsContext } from "./settings-context.ts";

export type TeamsTab = Awaited<ReturnType<typeof load>>;

export async function load(_ctx: SettingsContext, _request: Request) {
  return {};
}

export async function act(_ctx: SettingsContext, _request: Request): Promise<Response> {
  return redirect(href("/club/settings", { tab: "teams" }), 303);
}
