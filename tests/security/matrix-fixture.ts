import { vi } from "vitest";
import { addresses } from "../architecture/addresses.ts";
import { fill, plannedChange } from "../architecture/things.ts";
import { openCounts } from "../support/counts.ts";
import { parentLink } from "../support/parent-link.ts";
import { addParents } from "../support/parents.ts";
import { takeBaseline } from "./baseline.ts";
import { plantCanaries } from "./canaries.ts";
import { discover, type Target } from "./discover.ts";
import { encodeBody, urlEncoded } from "./encode.ts";
import { openFixture } from "./fixture.ts";
import { HAWKS, LAKESIDE, OTTERS, STAFF } from "./judges/words.ts";
import type { ActorName } from "./matrix.ts";
import { actFor } from "./staff-actors.ts";

/** Additional teams of Lakeside's manager: a page with a query per team exceeds its budget. */
const MORE_TEAMS = 10;
const WEEK_HOURS = 168;

/** Actors of the matrix who walk the pages. */
const WALKERS: Record<string, ActorName> = {
  "a stranger": "anonymous",
  "the administrator": "club's own account",
  "the manager": "manager",
  "the coach": "coach",
  "a paused club": "suspended club",
  "a moderator": "moderator",
  "an admin": "admin",
  "a super admin": "super admin",
  "a super admin who acts for the club": "super admin who acts for the club",
};

export type MatrixFixture = Awaited<ReturnType<typeof openMatrix>>;

/**
 * Opens the fixture of the attacks with everybody of the matrix signed in, a word in every private text, and the forms
 * that each page offers.
 * @param watch gets every answer of the walk for forms
 */
export async function openMatrix(
  watch: (name: ActorName, route: string, answer: Response, text: string) => void,
) {
  vi.stubEnv("LOG_LEVEL", "error");
  // As in production, where React renders twice as fast.
  vi.stubEnv("NODE_ENV", "production");
  const fixture = await openFixture();
  const { world, cast, own, neighbor, staff } = fixture;
  const { lakeside, riverside, hawks, otters, lynxes } = cast;

  const cookies = await signInEverybody();
  await aSeasonOfTeams();
  const parents = await parentsOfBothTeams();
  // Opens the club's people, so that their pages show their content.
  await world.ask(`/admin/clubs/${lakeside.code}`, {
    cookie: staff.superAdmin.cookie,
    form: { reason: "asked-by-phone" },
  });
  await plantCanaries(world.dataDir, {
    code: lakeside.code,
    word: LAKESIDE,
    // Their people sign in by these, changed evidence opens no page, and every parent reads the club's own text.
    except:
      /^(accounts|staff|sessions|admin_invitations|link_tokens|evidence_persons)\.|^club\.agreement_text(_es)?$/,
  });
  own.changeId = await plannedChange(world, lakeside, hawks, cast.ada.cookie);
  // A club reads the first names of staff who looked.
  await plantCanaries(world.dataDir, {
    code: null,
    word: STAFF,
    except: /email|^platform_admins\.first_name$/,
  });
  // Created after the canaries: this parent's own page shows none of them.
  const parent = await parentLink(world, lakeside, { children: [{ name: "Kit", teamId: hawks }] });

  const baseline = { now: await takeBaseline(world.dataDir) };
  const putBack = async () => {
    await baseline.now.restore();
    await baseline.now.change("signups", "attempt = attempt + 1");
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  const surface = await discover(fixture, {
    watch: ({ name }, route, answer, text) => {
      const walker = WALKERS[name];
      if (walker) watch(walker, route, answer, text);
    },
  });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const counts = await openCounts(world.dataDir);
  const forgetLimits = () => counts.forget();
  const posts = await acceptedPosts();

  return {
    ...{ world, cast, own, neighbor, cookies, posts, parent, putBack, forgetLimits, send },
    parents,
    /** Pages that a token opens, or that an email links to. */
    links: fixture.links,
    /** Lists the rows of clubs' files that the last request changed. */
    changes: () => baseline.now.differences("clubs"),
    changed: () => baseline.now.committed(),
    /** Makes the current data the baseline of later requests. */
    async newBaseline() {
      await baseline.now.close();
      baseline.now = await takeBaseline(world.dataDir);
    },
    /** Replaces Lakeside's ids by Riverside's. */
    swap(text: string): string {
      let swapped = text;
      for (const [name, id] of Object.entries(own)) {
        const other = neighbor[name];
        if (other && id.length > 8) swapped = swapped.replaceAll(id, other);
      }
      return swapped;
    },
    async close() {
      await baseline.now.close();
      await counts.close();
      vi.useRealTimers();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      await fixture.close();
    },
  };

  function send(target: Target, cookie: string, change: (text: string) => string = (text) => text) {
    const [button] = target.buttons;
    const fields = [...target.fields, ...(button ? [button] : [])].map((field) => ({
      ...field,
      name: change(field.name),
      value: change(field.value),
    }));
    const { body, type } = encodeBody(
      fields,
      target.fields.some(({ file }) => file) ? "multipart" : "urlencoded",
    );
    const query = urlEncoded(target.query.map(({ name, value }) => ({ name, value: change(value) })));
    return world.ask(change(target.path) + (query && `?${query}`), {
      cookie,
      method: "POST",
      body,
      headers: { "Content-Type": type ?? "" },
    });
  }

  /** Collects for each route the forms that its page offers to actors who may send them, proved by being accepted. */
  async function acceptedPosts(): Promise<Map<string, Target[]>> {
    const accepted = new Map<string, Target[]>();
    const wanted = new Map(addresses.map((address) => [address.path, fill(address, own).split("?")[0]]));
    // The permitted actor with the fewest rights comes first; the things are those of the matrix.
    const order = [
      "the coach",
      "the manager",
      "the administrator",
      "a moderator",
      "an admin",
      "a super admin",
      "a super admin who acts for the club",
    ];
    const rank = (target: Target) =>
      (wanted.get(target.route) === target.path ? 0 : 100) + order.indexOf(target.actor.name);
    const targets = surface.targets
      .filter(({ method }) => method === "POST")
      .sort((a, b) => rank(a) - rank(b));
    for (const target of targets) {
      const known = accepted.get(target.route) ?? [];
      if (known.some(({ actor }) => actor === target.actor)) continue;
      await forgetLimits();
      const answer = await send(target, target.actor.cookie);
      if (answer.status < 400) accepted.set(target.route, [...known, target]);
      await putBack();
    }
    return accepted;
  }

  /** Signs everybody in; the manager is removed, and the club suspended, afterwards. */
  async function signInEverybody(): Promise<Record<ActorName, string>> {
    const { removeStaff } = await import("#app/journeys/staff/staff.server.ts");
    const eagles = await world.team(lakeside, "Eagles");
    const andy = await world.person("Andy Admin", lakeside, []);
    await world.control
      .updateTable("memberships")
      .set({ role: "club_admin" })
      .where("account_id", "=", andy)
      .execute();
    const signedIn = async (name: string, places: Parameters<typeof world.person>[2]) =>
      world.signIn(await world.person(name, lakeside, places), lakeside.code);
    const remy = await world.person("Remy Removed", lakeside, [{ team: otters, role: "manager" }]);
    const remyCookie = await world.signIn(remy, lakeside.code);
    await world.platform.clubs.use(lakeside.code, async (db) => {
      const { id } = await db
        .selectFrom("staff")
        .select("id")
        .where("account_id", "=", remy)
        .executeTakeFirstOrThrow();
      await removeStaff({ control: world.control, db, club: lakeside }, { teamId: otters, staffId: id });
    });
    const lena = await world.person("Lena Lynx", riverside, [{ team: lynxes, role: "coach" }]);
    const walking = (name: string) => fixture.actors.find((actor) => actor.name === name)?.cookie ?? "";
    return {
      anonymous: "",
      "parent with a link": "",
      coach: cast.dana.cookie,
      "coach of another team": await signedIn("Otto Ortiz", [{ team: otters, role: "coach" }]),
      manager: cast.mia.cookie,
      "manager of another team": await signedIn("Olga Ortiz", [{ team: eagles, role: "manager" }]),
      "coach who manages another team": await signedIn("Carl Both", [
        { team: hawks, role: "coach", coachRole: "assistant" },
        { team: otters, role: "manager" },
      ]),
      "club administrator": await world.signIn(andy, lakeside.code),
      "club's own account": cast.ada.cookie,
      "removed manager": remyCookie,
      "coach of two clubs": walking("a coach of two clubs"),
      "suspended club": fixture.paused,
      "browser that signs up": walking("a browser that signs up"),
      "coach of another club": await world.signIn(lena, riverside.code),
      "administrator of another club": cast.rita.cookie,
      moderator: staff.moderator.cookie,
      admin: staff.admin.cookie,
      "super admin": staff.superAdmin.cookie,
      "admin who acts for the club": await actFor(world, "admin", lakeside.code),
      "super admin who acts for the club": staff.acting.cookie,
    };
  }

  /** Adds ten teams with a history: the manager manages nine of them and coaches one. */
  async function aSeasonOfTeams(): Promise<void> {
    const teams: string[] = [];
    for (let n = 0; n < MORE_TEAMS; n += 1) {
      const team = await world.team(lakeside, `Team ${n}`);
      teams.push(team);
      for (let week = -2; week < 4; week += 1) await world.game(lakeside, team, week * WEEK_HOURS + n);
    }
    await world.person(
      "Mia Manager",
      lakeside,
      teams.map((team, index) => ({ team, role: index > 0 ? "manager" : "coach" })),
    );
  }

  /**
   * Creates a parent with a child in each of the two teams, who signed: both teams' people read the record, its history
   * and its forms.
   * @returns the agreement
   */
  async function familyOfBothTeams(): Promise<string> {
    const { addChildByHand } = await import("#app/domain/club/contacts/contacts.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const at = new Date().toISOString();
    const { contactId, agreementId } = await parentLink(world, lakeside, {
      name: "Zoe of Both",
      email: "both@families.example",
    });
    const about = { agreementId, by: "Ada Admin", at };
    await world.platform.clubs.use(lakeside.code, (db) =>
      inTransaction(db, async (tx) => {
        for (const [teamId, name] of [
          [hawks, `${HAWKS.name} child`],
          [otters, `${OTTERS.name} child`],
        ] as const)
          await addChildByHand(tx, contactId, { name, teamId, ageGroup: "" }, about);
      }),
    );
    return agreementId;
  }

  /** @returns their pages, and the lists to search for them */
  async function parentsOfBothTeams(): Promise<string[]> {
    const sent = { issue: 1, sent_at: new Date(Date.now() - 7 * 86_400_000).toISOString() };
    const ids: string[] = [];
    for (const [team, who] of [
      [hawks, HAWKS],
      [otters, OTTERS],
    ] as const) {
      const [first] = await addParents(world, lakeside, team, 3, { ...who, agreement: sent });
      ids.push(first?.agreementId ?? "");
    }
    // A parent whose page is one of the matrix.
    await world.platform.clubs.use(lakeside.code, (db) =>
      db
        .updateTable("contacts")
        .set({ email: `quinn@${HAWKS.domain}` })
        .where("name", "=", `Quinn of ${hawks}`)
        .execute(),
    );
    const pages = ["", "/edit", "/children", "/match", "/request", "/reminder", "/paper", "/erase"];
    ids.push(await familyOfBothTeams());
    return [
      ...ids.flatMap((id) =>
        [...pages, "/export.json", "/copy.pdf"].map((page) => `/agreements/${id}${page}`),
      ),
      ...["/agreements?q=canary", "/agreements?q=eotter", "/agreements?status=pending"],
    ];
  }
}
