import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormReply } from "#app/forms/reply.ts";
import { loadForgot, submitForgot } from "#app/routes/account/passwords/forgot.server.ts";
import { ForgotView } from "#app/routes/account/passwords/forgot-view.tsx";
import { loadReset, submitReset } from "#app/routes/account/passwords/reset.server.ts";
import { ResetView } from "#app/routes/account/passwords/reset-view.tsx";
import { loadSetup, submitSetup } from "#app/routes/account/passwords/setup.server.ts";
import { SetupView } from "#app/routes/account/passwords/setup-view.tsx";
import { loadWelcome } from "#app/routes/account/passwords/welcome.server.ts";
import { WelcomeView } from "#app/routes/account/passwords/welcome-view.tsx";
import { loadInvitation, submitInvitation } from "#app/routes/account/staff/invitation.server.ts";
import { InvitationView } from "#app/routes/account/staff/invitation-view.tsx";
import { title } from "#app/ui/title.ts";
import { loadMessage, submitMessage } from "./message.server.ts";
import { MessageView } from "./message-view.tsx";

export const handle = { bare: true };

const titles = {
  forgot: "Reset your password",
  reset: "Choose a new password",
  setup: "Set Up Your Password",
  invitation: "Invitation",
  welcome: "Welcome to the Team",
  message: "Contact",
} as const;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? (deadEnd(data) ?? titles[data.view]) : "Contact");

/** The title where a link opens nothing. */
function deadEnd(data: ReturnType<typeof useLoaderData<typeof loader>>): string | null {
  if (data.view === "setup") return data.club ? null : "Invalid Setup Link";
  if (data.view === "reset") return data.problem === null ? null : "Invalid Link";
  if (data.view === "invitation") return data.invitation ? null : "Invalid Invitation";
  return null;
}

/** One address, several views: the query chooses, in this order. */
function viewOf(request: Request): keyof typeof titles {
  const query = new URL(request.url).searchParams;
  if (query.has("forgot")) return "forgot";
  if (query.has("reset")) return "reset";
  if (query.has("setup")) return "setup";
  if (query.get("success") === "invite" && !query.has("token")) return "welcome";
  if (["invite", "role", "teamId"].some((name) => query.has(name))) return "invitation";
  return "message";
}

export async function loader(args: LoaderFunctionArgs) {
  switch (viewOf(args.request)) {
    case "forgot":
      return loadForgot(args);
    case "reset":
      return loadReset(args);
    case "setup":
      return loadSetup(args);
    case "invitation":
      return loadInvitation(args);
    case "welcome":
      return loadWelcome(args);
    case "message":
      return loadMessage(args);
  }
}

export async function action(args: ActionFunctionArgs) {
  switch (viewOf(args.request)) {
    case "forgot":
      return submitForgot(args);
    case "reset":
      return submitReset(args);
    case "setup":
      return submitSetup(args);
    case "invitation":
      return submitInvitation(args);
    case "welcome":
      throw new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
    case "message":
      return submitMessage(args);
  }
}

export default function Contact() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  switch (data.view) {
    case "forgot":
      return <ForgotView data={data} reply={reply} />;
    case "reset":
      return <ResetView data={data} reply={reply} />;
    case "setup":
      return <SetupView data={data} reply={reply} />;
    case "invitation":
      return <InvitationView data={data} reply={reply} />;
    case "welcome":
      return <WelcomeView data={data} />;
    case "message":
      return <MessageView data={data} reply={reply} />;
  }
}
