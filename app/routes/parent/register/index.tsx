import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "#app/config/addresses.ts";
import { teamChoices } from "#app/domain/club/agreements/parent-agreement.server.ts";
import { childrenIn, registrationFormSchema } from "#app/domain/club/registrations/forms.server.ts";
import {
  formToConfirm,
  register,
  registrationOpen,
} from "#app/domain/club/registrations/registrations.server.ts";
import {
  mayMailConfirmed,
  mayMailRegistration,
  mayRegister,
  THROTTLED,
} from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { agreementCatalogue, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { parentTitle } from "#app/routes/parent/link/parent-page.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { openClubOfPage, openPublicPage, pageData } from "./open-page.server.ts";
import { ClosedPage, RegisterPage, SentPage, UnknownPage } from "./pages.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.clubName) return parentTitle("Register");
  return parentTitle(fillIn(registrationCatalogue(data.language).form.title, { club: data.clubName }));
};

/** Loads the page behind a club's QR code (product/parents.md#registration). */
export async function loader(args: LoaderFunctionArgs) {
  const { page, ...ctx } = await openPublicPage(args);
  const club = await openClubOfPage(args, ctx);
  const slug = args.params.slug ?? "";
  if (!club) return json({ ...page, slug, view: "unknown" as const }, { status: 404 });
  const shown = { ...pageData(page.language, club.name), slug };
  const query = new URL(args.request.url).searchParams;
  if (query.get("sent") === "yes") return { ...shown, view: "sent" as const };
  if (!club.active || !(await registrationOpen(club.db))) return { ...shown, view: "closed" as const };
  return { ...shown, view: "form" as const, teams: await teamChoices(club.db), submission: newId() };
}

/** Registers a parent: the same answer for every address, known or not. The limits are counted first. */
export async function action(args: ActionFunctionArgs) {
  const { page, ...ctx } = await openPublicPage(args);
  const slug = args.params.slug ?? "";
  const { language } = page;
  const back = (sent?: "yes") => redirect(href("/register/:slug", { slug, lang: language, sent }), 303);
  const club = await openClubOfPage(args, ctx);
  if (!club?.active || !(await registrationOpen(club.db))) return back();
  const reading = await readForm(args.request, registrationFormSchema(language));
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  const teams = await teamChoices(club.db);
  const problems = registrationCatalogue(language).problems;
  const children = childrenIn(value).map(({ number, name, team }) => ({
    ...{ number, child_name: name, team_id: teams.find(({ id }) => id === team)?.id ?? null },
  }));
  const wrong = children.flatMap(({ number, child_name, team_id }) => [
    ...(child_name === "" ? [[`child${number}`, problems.child] as const] : []),
    ...(teams.length > 0 && !team_id ? [[`team${number}`, problems.team] as const] : []),
  ]);
  if (wrong.length > 0) return refuse(Object.fromEntries(wrong));
  if (!(await mayRegister(ctx.client.ip, club.code))) {
    ctx.note(THROTTLED);
    return refuse({ "": agreementCatalogue(language).problems.throttled }, 429);
  }
  const { email, submission } = value;
  // Beyond the hourly mails, further children join the registration that is under way.
  const under = (await mayMailRegistration(email)) ? undefined : await formToConfirm(club.db, email);
  if (!under && !(await mayMailConfirmed(email))) {
    // Does not reveal anything to a person who tries the addresses of others.
    ctx.note(THROTTLED);
    return back("yes");
  }
  const registered = {
    ...{ name: value.name, email, language, under, submission },
    children: children.map(({ child_name, team_id }) => ({ child_name, team_id })),
  };
  await changeClub({ control: ctx.control, db: club.db, club }, (tx) => register(tx, registered, nowIso()));
  ctx.note({ event: "registered" });
  return back("yes");
}

export default function Register() {
  const data = useLoaderData<typeof loader>();
  const { view, slug } = data;
  if (view === "unknown") return <UnknownPage />;
  if (view === "closed") return <ClosedPage />;
  if (view === "sent") return <SentPage slug={slug} />;
  return <RegisterPage teams={data.teams} submission={data.submission} />;
}
