import { redirect } from "@remix-run/node";
import { knownBrowser, rememberBrowser } from "#app/auth/known-browser.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { auditRefusedSignIn } from "#app/auth/refusal-audit.server.ts";
import { endSession, readSession, startSession } from "#app/auth/session.server.ts";
import { logRefusedSignIn, logSignIn } from "#app/auth/sign-in-log.server.ts";
import { joiningAccount } from "#app/domain/control/accounts/accounts.server.ts";
import { veiledEmail } from "#app/domain/control/accounts/labels.ts";
import { PASSWORD_FIELDS } from "#app/domain/control/passwords/password-form.server.ts";
import { signInLabels } from "#app/domain/control/sign-in/labels.ts";
import { knownStaffSchema, newStaffSchema } from "#app/domain/control/staff/invitation-form.server.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import {
  createInvitedAccount,
  joinStaff,
  type OpenInvitation,
  recognizeInvited,
} from "#app/journeys/staff/staff.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { welcomeAddress } from "./welcome-address.ts";

/** Returns the reader's next step: create an account, sign in to one, or only confirm. */
export async function stepToJoin(ctx: PublicContext, request: Request, email: string) {
  const [account, session] = await Promise.all([
    joiningAccount(ctx.control, email),
    readSession(ctx.control, request),
  ]);
  const holder = account !== undefined && session?.accountId === account.id;
  const step: "create" | "sign-in" | "join" = !account ? "create" : holder ? "join" : "sign-in";
  const merged = account && account.email !== email;
  return {
    step,
    session,
    keptAccount: merged ? { name: account.name, email: veiledEmail(account.email ?? "") } : null,
  };
}

/** The account that joins. */
interface Person {
  accountId: string;
  name: string;
}

/** Context of each step of accepting, for staff and for administrators. */
interface Acceptance {
  ctx: PublicContext;
  request: Request;
  email: string;
  clubCode: string;
  /** True if it is accepted already: the account's password is needed to come this way again. */
  finished: boolean;
  /**
   * Carries out the acceptance.
   * @returns false if the invitation does not work any more
   */
  accept: (person: Person) => Promise<boolean>;
  /** Page that the new member lands on. */
  landing: string;
}

/** Accepts an invitation to teams; its address's other open invitations of the club come with it. */
export function acceptStaffInvitation(
  ctx: PublicContext,
  request: Request,
  invitation: OpenInvitation,
): Promise<Response> {
  const { link, primary, others, finished } = invitation;
  const teams = [primary, ...others].map(({ teamName, season }) => `${teamName}, ${season}`);
  return acceptInvitation({
    ctx,
    request,
    email: link.email,
    clubCode: link.clubCode,
    finished,
    accept: async (person) => (await joinStaff(ctx.control, invitation, person)).ok,
    landing: welcomeAddress(primary.role, teams),
  });
}

/** Creates the account or recognizes it, and joins. Repeating the form finds both done and ends at the same page. */
export async function acceptInvitation(acceptance: Acceptance): Promise<Response> {
  const { ctx, request, email, finished } = acceptance;
  const { step, session } = await stepToJoin(ctx, request, email);
  if (step === "join" && session) {
    return join(acceptance, { accountId: session.accountId, name: session.name });
  }
  const posted = await postedForm(request);
  if (step === "create" && !finished) return createAccount(acceptance, posted);
  return signInToJoin(acceptance, posted);
}

async function createAccount(acceptance: Acceptance, posted: FormData): Promise<Response> {
  const { ctx, email } = acceptance;
  const reading = readFields(posted, newStaffSchema, { hide: PASSWORD_FIELDS });
  if (!reading.ok) return reading.answer;
  const { fullName: name, phone, state, city, password } = reading.value;
  return orTooBusy(async () => {
    const created = await createInvitedAccount(ctx.control, email, {
      name,
      phone,
      state,
      city,
      password,
    });
    if (created.ok) return join(acceptance, created.person);
    return recognizeAndJoin(acceptance, password, reading.refuse);
  }, reading.refuse);
}

async function signInToJoin(acceptance: Acceptance, posted: FormData): Promise<Response> {
  const reading = readFields(posted, knownStaffSchema, { hide: PASSWORD_FIELDS });
  if (!reading.ok) return acceptance.finished ? lookAgain(acceptance) : reading.answer;
  return orTooBusy(
    () => recognizeAndJoin(acceptance, reading.value.password, reading.refuse),
    reading.refuse,
  );
}

async function recognizeAndJoin(
  acceptance: Acceptance,
  password: string,
  refuse: (errors: Record<string, string>, status?: 422 | 429) => Response,
): Promise<Response> {
  const { ctx, request, email, finished } = acceptance;
  const known = await recognizeInvited(ctx.control, email, password, {
    ip: ctx.client.ip,
    browserOf: (accounts) => knownBrowser(request, accounts),
  });
  if (known.ok) return join(acceptance, known.person);
  const reason = known.problem === "locked" ? "throttled" : "wrong";
  logRefusedSignIn(ctx.note, reason, { method: "invitation", name: email });
  auditRefusedSignIn(ctx, reason, { kind: "account", ids: known.accounts });
  if (finished) return lookAgain(acceptance);
  return known.problem === "locked"
    ? refuse({ password: signInLabels.locked }, 429)
    : refuse({ password: signInLabels["wrong-email"] });
}

/** Joins, starts a new session and shows the welcome. Joining again after it is finished only signs in. */
async function join(acceptance: Acceptance, person: Person): Promise<Response> {
  const { ctx, request, clubCode, finished, accept, landing } = acceptance;
  if (!finished && !(await accept(person))) return lookAgain(acceptance);
  await endSession(ctx.control, request);
  const cookie = await startSession(ctx.control, {
    accountId: person.accountId,
    clubCode,
    remember: false,
    ip: ctx.client.ip,
    userAgent: ctx.client.userAgent,
  });
  logSignIn(ctx.note, { method: "invitation", user: person.accountId, club: clubCode });
  const headers = new Headers({ "Set-Cookie": cookie });
  headers.append("Set-Cookie", await rememberBrowser(request, [person.accountId]));
  return redirect(landing, { status: 303, headers });
}

/** Returns to the invitation's page, which explains a bad link. */
const lookAgain = ({ request }: Acceptance) => redirect(addressOf(request), 303);
