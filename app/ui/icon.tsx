import activity from "lucide-static/icons/activity.svg?raw";
import arrowLeftRight from "lucide-static/icons/arrow-left-right.svg?raw";
import bell from "lucide-static/icons/bell.svg?raw";
import calendarDays from "lucide-static/icons/calendar-days.svg?raw";
import calendarPlus from "lucide-static/icons/calendar-plus.svg?raw";
import chartColumn from "lucide-static/icons/chart-column.svg?raw";
import circleAlert from "lucide-static/icons/circle-alert.svg?raw";
import circleCheck from "lucide-static/icons/circle-check.svg?raw";
import clipboardCheck from "lucide-static/icons/clipboard-check.svg?raw";
import cloudRain from "lucide-static/icons/cloud-rain.svg?raw";
import creditCard from "lucide-static/icons/credit-card.svg?raw";
import filePen from "lucide-static/icons/file-pen.svg?raw";
import fileUp from "lucide-static/icons/file-up.svg?raw";
import gift from "lucide-static/icons/gift.svg?raw";
import hourglass from "lucide-static/icons/hourglass.svg?raw";
import house from "lucide-static/icons/house.svg?raw";
import leaf from "lucide-static/icons/leaf.svg?raw";
import lifeBuoy from "lucide-static/icons/life-buoy.svg?raw";
import listChecks from "lucide-static/icons/list-checks.svg?raw";
import logOut from "lucide-static/icons/log-out.svg?raw";
import mail from "lucide-static/icons/mail.svg?raw";
import medal from "lucide-static/icons/medal.svg?raw";
import megaphone from "lucide-static/icons/megaphone.svg?raw";
import menu from "lucide-static/icons/menu.svg?raw";
import printer from "lucide-static/icons/printer.svg?raw";
import search from "lucide-static/icons/search.svg?raw";
import settings from "lucide-static/icons/settings.svg?raw";
import shieldAlert from "lucide-static/icons/shield-alert.svg?raw";
import trophy from "lucide-static/icons/trophy.svg?raw";
import users from "lucide-static/icons/users.svg?raw";
import x from "lucide-static/icons/x.svg?raw";
import { toTenths } from "./round-path.ts";

/** Lucide's drawings (ISC), inlined because a sprite would cost a request. */
const drawings = {
  clubs: inside(arrowLeftRight),
  schedule: inside(calendarDays),
  alert: inside(circleAlert),
  done: inside(circleCheck),
  dashboard: inside(house),
  "sign-out": inside(logOut),
  medal: inside(medal),
  menu: inside(menu),
  leaderboard: inside(trophy),
  search: inside(search),
  settings: inside(settings),
  teams: inside(users),
  close: inside(x),
  rate: inside(clipboardCheck),
  ratings: inside(listChecks),
  import: inside(fileUp),
  notifications: inside(bell),
  incidents: inside(shieldAlert),
  agreements: inside(filePen),
  help: inside(lifeBuoy),
  billing: inside(creditCard),
  reports: inside(chartColumn),
  announcements: inside(megaphone),
  seasons: inside(leaf),
  waiting: inside(hourglass),
  rain: inside(cloudRain),
  calendars: inside(calendarPlus),
  printables: inside(printer),
  rewards: inside(gift),
  pulse: inside(activity),
  emails: inside(mail),
} as const;

export type IconName = keyof typeof drawings;

/**
 * Draws a decoration beside a word, hidden from screen readers. Its size holds even if the stylesheet does not load.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings from a package, no user input
      dangerouslySetInnerHTML={{ __html: drawings[name] }}
    />
  );
}

function inside(file: string): string {
  const shapes = file
    .replace(/^[\s\S]*?<svg[^>]*>/, "")
    .replace("</svg>", "")
    .split("\n")
    .map((line) => line.trim())
    .join("")
    .replaceAll(" />", "/>");
  return inOnePath(shapes).replace(/ d="([^"]*)"/g, (_, d: string) => ` d="${toTenths(d)}"`);
}

/** Joins consecutive paths into one that draws the same: every signed-in page carries thirty drawings. */
function inOnePath(shapes: string): string {
  return shapes.replace(/(?:<path d="[^"]*"\/>){2,}/g, (paths) => {
    const strokes = [...paths.matchAll(/ d="([^"]*)"/g)].map(([, d = ""]) => startingAbsolute(d));
    return `<path d="${strokes.join("")}"/>`;
  });
}

/** Makes a path's first point absolute and keeps the points after it relative, so that it can follow another path. */
function startingAbsolute(d: string): string {
  return d.replace(/^m(-?[\d.]+)[ ,]?(-?[\d.]+) ?(?=[-\d.])/, "M$1 $2l").replace(/^m/, "M");
}
