import { addresses } from "../architecture/addresses.ts";
import { fill } from "../architecture/things.ts";
import type { Pair } from "./encode.ts";
import type { Actor, Fixture } from "./fixture.ts";
import { attribute, elementsOf, formsOf, type PageForm } from "./page.ts";

/** A request that some page offers. */
export interface Target {
  method: "GET" | "POST";
  actor: Actor;
  /** Row in the address table. */
  route: string;
  /** Path, split at its parameters. */
  path: string;
  query: Pair[];
  /** Query parameters that the server read while pages were discovered. */
  queryNames: string[];
  fields: PageForm["fields"];
  buttons: Pair[];
  /** Names of unchecked boxes and of body fields that the server read beyond those of the page. */
  unseenFields: string[];
}

/** Requests that pages offer, found by walking them, so that a new page or form is included automatically. */
export interface Surface {
  targets: Target[];
  /** Meaningful values (ids, choices, tokens) to swap for each other. */
  pool: string[];
  /** Unreached rows of the address table, as 'METHOD path'. */
  unreached: string[];
}

const WIDEST_WALK = 800;
/** Pages of one kind to visit: games and teams differ in their actions. */
const ALIKE = 4;

/** Closed here: a super admin exists already, the beta is over, no such call. Their own tests have them. */
const CLOSED = [
  ...["GET /admin/register", "POST /admin/register", "GET /beta", "POST /beta", "GET /api/*"],
  // No team was deleted that long ago, there is no backup, no email has failed and none was edited:
  // tests/routes/admin/support and tests/routes/admin/email-templates.test.ts.
  ...["POST /admin/clubs/:clubCode/teams/:teamId", "POST /admin/clubs/:clubCode/copies/:copyId"],
  ...["POST /admin/merges/new", "POST /admin/merges/:mergeId"],
  // No club is waiting for its erasure: tests/routes/admin/erasures.test.ts.
  "POST /admin/erasures/:clubCode",
  ...["POST /admin/email-templates/:template/history", "POST /admin/mails/resend"],
  // Reached from a parent's former address: tests/routes/club/agreements/families.test.ts.
  ...["GET /parent/address/:token", "POST /parent/address/:token"],
  // A question is open already, and its link is in a parent's mail: tests/journeys/pulse/pulse.test.ts.
  ...["POST /reports/pulse/new", "GET /parent/pulse/:token", "POST /parent/pulse/:token"],
  ...["GET /parent/pulse/:token/stop", "POST /parent/pulse/:token/stop"],
  // No search was made, and no email failed: tests/routes/club/search, tests/routes/admin/home.test.ts.
  ...["POST /search", "POST /admin/mails"],
  // Answered by a device, after the password.
  "POST /account/passkeys/new",
  // For a club that has cancelled, or has a public page: tests/routes/club/leave.test.ts,
  // tests/routes/site/site.test.ts.
  ...["POST /club/leave", "GET /clubs/:slug", "GET /clubs/:slug/badge.svg"],
  // Its buttons are for a session that gave a reason: tests/routes/admin/help-clubs.test.ts.
  "POST /admin/clubs/:clubCode/people/:accountId",
  // No card payment was made, and no child was added after a signature: tests/journeys/billing/staff-money.test.ts,
  // tests/routes/club/agreements/later-children.test.ts.
  ...["POST /admin/clubs/:clubCode/refund", "POST /agreements/:agreementId/confirm"],
];

/** Values of fields that make a change which the page accepts. */
const WANTED: Record<string, string> = {
  "/account/delete confirm": "DELETE",
  "/teams/:teamId/staff/:staffId/email email": "right.address@people.example",
  // The talk is planned.
  "/incidents/:incidentId/talks/:talkId outcome": "",
  "/seasons/:seasonId/board addresses": "board@people.example",
  "/teams/invite list": "Sam Poe <sam.poe@people.example>",
  "/advanced-import file": "parent_email,parent_name,child_name\nkit@parents.example,Kit Parent,Kim\n",
};

/** Site to walk: the world in this process, or a server that was started on its data. */
type Walked = Pick<Fixture, "own" | "neighbor" | "actors" | "links" | "emails" | "evidence" | "staff"> & {
  world: {
    ask(path: string, options?: { cookie?: string; form?: Record<string, string> }): Promise<Response>;
  };
};

/** Callback for every answer of the walk. */
type Watch = (actor: Actor, route: string, answer: Response, text: string) => void;

/**
 * @param putBack undoes an action that was only called for the names of its fields; without it the fields that no page
 * shows stay unknown.
 */
export async function discover(
  fixture: Walked,
  { putBack, watch }: { putBack?: () => Promise<void>; watch?: Watch } = {},
): Promise<Surface> {
  const asked = listenForNames();
  const wanted: Record<string, string> = {
    ...WANTED,
    ...fixture.staff.wanted(),
    "/agreements/verify file": fixture.evidence,
  };
  const found = new Map<string, Target>();
  const pool = new Set<string>([
    ...Object.values(fixture.own),
    ...Object.values(fixture.neighbor),
    ...fixture.emails,
  ]);
  const reached = new Set<string>();
  try {
    for (const actor of fixture.actors) await walk(actor);
    if (putBack)
      for (const target of [...found.values()].filter(({ method }) => method === "POST")) {
        await tryEmpty(target);
        await putBack();
      }
  } finally {
    asked.stop();
  }
  const targets = [...found.values()];
  for (const target of targets) {
    target.queryNames = [
      ...new Set([...asked.ofQuery(target.route), ...target.query.map(({ name }) => name)]),
    ];
    target.unseenFields = [...new Set([...target.unseenFields, ...asked.ofBody(target.route)])].filter(
      (name) => !target.fields.some((field) => field.name === name),
    );
  }
  const rows = addresses.flatMap(({ path, GET, POST }) => [
    ...(GET ? [`GET ${path}`] : []),
    ...(POST && !/^\/(webhooks|api)\//.test(path) ? [`POST ${path}`] : []),
  ]);
  return {
    targets,
    pool: [...pool],
    unreached: rows.filter((row) => !reached.has(row) && !CLOSED.includes(row)),
  };

  async function walk(actor: Actor): Promise<void> {
    const waiting = [
      ...addresses
        .filter(({ GET }) => GET)
        .map((address) => fill(address, fixture.own).replace("*", "nowhere")),
      ...fixture.links,
    ];
    const seen = new Set<string>();
    const alike = new Map<string, number>();
    // It grows during the walk.
    for (const path of waiting) {
      if (seen.size >= WIDEST_WALK) break;
      if (seen.has(path)) continue;
      const url = new URL(path, "http://goodside.test");
      const route = routeOf(url.pathname);
      const shape = `${route} ${[...new Set(url.searchParams.keys())].sort()} ${views(url)}`;
      const before = alike.get(shape) ?? 0;
      if (before >= ALIKE) continue;
      alike.set(shape, before + 1);
      seen.add(path);
      asked.about(route);
      const answer = await fixture.world.ask(url.pathname + url.search, { cookie: actor.cookie });
      const query = [...url.searchParams].map(([name, value]) => ({ name, value }));
      for (const { value } of query) pool.add(value);
      keep(
        { method: "GET", actor, route, path: url.pathname, query, fields: [], buttons: [], unseenFields: [] },
        shape,
      );
      if (answer.status < 400 || answer.status === 405 || route === "/*") reached.add(`GET ${route}`);
      const location = answer.headers.get("Location");
      if (location?.startsWith("/")) waiting.push(location);
      const text = await answer.text();
      watch?.(actor, route, answer, text);
      if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
      const elements = elementsOf(text);
      const links = elements.filter(({ tagName }) => tagName === "a").map((link) => attribute(link, "href"));
      for (const href of new Set(links))
        if (href?.startsWith("/") || href?.startsWith("?")) {
          const next = new URL(href, url).href.slice(url.origin.length);
          if (!seen.has(next)) waiting.push(next);
        }
      for (const form of formsOf(elements)) takeForm(actor, url, form);
    }
  }

  function takeForm(actor: Actor, page: URL, form: PageForm): void {
    const to = new URL(form.action || page.href, page);
    const route = routeOf(to.pathname);
    for (const field of form.fields) field.value = wanted[`${route} ${field.name}`] ?? field.value;
    for (const { value, choices } of form.fields)
      for (const item of [value, ...choices]) if (item.length < 100) pool.add(item);
    const query =
      form.method === "POST" ? [...to.searchParams].map(([name, value]) => ({ name, value })) : form.fields;
    const posted =
      form.method === "POST"
        ? { fields: form.fields, buttons: form.buttons, unseenFields: form.unticked.map(({ name }) => name) }
        : { fields: [], buttons: [], unseenFields: [] };
    const names = [...form.fields, ...form.buttons].map(({ name }) => name);
    keep(
      { method: form.method, actor, route, path: to.pathname, query, ...posted },
      `${route} ${names} ${views(to)}`,
    );
    reached.add(`${form.method} ${route}`);
  }

  function keep(target: Omit<Target, "queryNames">, shape: string): void {
    const key = `${target.method} ${target.actor.name} ${shape}`;
    if (!found.has(key)) found.set(key, { ...target, queryNames: [] });
  }

  /** Posts an empty form to make the action read its fields; if it requires one, it changes nothing. */
  async function tryEmpty({ route, actor, path, query }: Target): Promise<void> {
    asked.about(route);
    const search = new URLSearchParams(query.map(({ name, value }) => [name, value]));
    await fixture.world.ask(`${path}?${search}`, { cookie: actor.cookie, form: { nothing: "" } });
  }
}

const patterns = addresses
  .filter(({ path }) => !path.includes("*"))
  .map(({ path }) => ({
    path,
    fits: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }));

/** Returns a path's row in the address table. */
export function routeOf(pathname: string): string {
  const matching = patterns.filter(({ fits }) => fits.test(pathname));
  return (matching.find(({ path }) => !path.includes(":")) ?? matching[0])?.path ?? "/*";
}

/** Identifies the view of an address, chosen by short query values. */
const views = (url: URL) =>
  [...url.searchParams.values()].filter((value) => /^[a-z]{1,12}$/.test(value)).join();

/** Records which names the app reads from queries and bodies, by patching URLSearchParams and FormData. */
function listenForNames() {
  const query = new Map<string, Set<string>>();
  const body = new Map<string, Set<string>>();
  let route = "";
  const kinds = [
    [URLSearchParams.prototype, query],
    [FormData.prototype, body],
  ] as const;
  const undo = kinds.flatMap(([prototype, heard]) =>
    (["get", "getAll", "has"] as const).map((method) => {
      const original = prototype[method] as (name: string) => unknown;
      Object.assign(prototype, {
        [method](this: unknown, name: string, ...rest: unknown[]) {
          const names = heard.get(route) ?? new Set();
          heard.set(route, names.add(String(name)));
          return Reflect.apply(original, this, [name, ...rest]);
        },
      });
      return () => Object.assign(prototype, { [method]: original });
    }),
  );
  return {
    about: (next: string) => {
      route = next;
    },
    ofQuery: (of: string) => [...(query.get(of) ?? [])],
    ofBody: (of: string) => [...(body.get(of) ?? [])],
    stop: () => {
      for (const restore of undo) restore();
    },
  };
}
