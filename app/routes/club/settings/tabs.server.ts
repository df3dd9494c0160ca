import * as activity from "./activity-tab.server.ts";
import * as look from "./look-tab.server.ts";
import { agreements, games } from "./preferences-tabs.server.ts";
import * as profile from "./profile-tab.server.ts";
import type { SettingsContext } from "./settings-context.ts";
import type { SettingsTab } from "./tabs.ts";
import * as teams from "./teams-tab.server.ts";
import * as users from "./users-tab.server.ts";

const tabs = { profile, look, games, agreements, teams, users, activity };

/** Data of each tab's panel, under the tab's name. */
export type LoadedTab = {
  [Tab in SettingsTab]: { tab: Tab; data: Awaited<ReturnType<(typeof tabs)[Tab]["load"]>> };
}[SettingsTab];

/** Loads the data of one tab. */
export async function loadTab(ctx: SettingsContext, tab: SettingsTab, request: Request): Promise<LoadedTab> {
  switch (tab) {
    case "profile":
      return { tab, data: await profile.load(ctx, request) };
    case "look":
      return { tab, data: await look.load(ctx, request) };
    case "games":
      return { tab, data: await games.load(ctx, request) };
    case "agreements":
      return { tab, data: await agreements.load(ctx, request) };
    case "teams":
      return { tab, data: await teams.load(ctx, request) };
    case "users":
      return { tab, data: await users.load(ctx, request) };
    case "activity":
      return { tab, data: await activity.load(ctx, request) };
  }
}

/** Runs a form of the tab: a redirect, or the form's refusal. */
export function actOnTab(ctx: SettingsContext, tab: SettingsTab, request: Request): Promise<Response> {
  return tabs[tab].act(ctx, request);
}
