import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { resendSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { MOST_RESENT } from "#app/domain/control/platform/resend-mails.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { previewResend, resendFailed } from "#app/journeys/support/resend-mails.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { emailLabel, failedFilter } from "./failed-filter.ts";

export const meta = () => title("Send Failed Emails Again");

/** Previews which failed emails would be resent, and which are left out and why (product/support.md#support-tools). */
const form = staffForm({
  may: "manage_emails",
  schema: resendSchema,
  find: async (_ctx, _params, request) => failedFilter(new URL(request.url).searchParams),
  change: ({ ctx: { platform, admin }, found: filter, value: { version } }) =>
    resendFailed(platform, filter, { version, adminId: admin.id }),
  problems: (_, { found: { template, clubCode } }) => [
    href("/admin/mails/resend", { template: template ?? undefined, club: clubCode ?? undefined }),
    "Other emails have failed, or were sent, since you looked. Look again: nothing was sent.",
    "bad",
  ],
  saved: ({ count: sent }) => [
    "/admin/mails",
    `${pluralize(sent, "email")} sent again within a minute. What still cannot be made comes back here.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform }, found: filter }) => {
  const { sends, left, oldest, more, version } = await previewResend(platform, filter);
  const tags = new Map<string, number>();
  for (const { tag } of sends) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  return {
    template: filter.template === null ? null : emailLabel(filter.template),
    clubCode: filter.clubCode,
    back: href("/admin/mails", {
      template: filter.template ?? undefined,
      club: filter.clubCode ?? undefined,
    }),
    sends: sends.length,
    byEmail: [...tags].map(([tag, many]) => [emailLabel(tag), count(many)] as [string, string]),
    clubs: new Set(sends.map((mail) => mail.clubCode)).size,
    oldest: oldest && formatRowMoment(oldest, "UTC", now()),
    left: [
      ["Bounced before, or marked as spam", left.dead],
      ["Its reader has stopped such emails", left.stopped],
      ["Nothing of it is kept to make it of", left.gone],
      ["Was delivered, or is at Postmark", left.delivered],
    ].map(([label, many]) => [label, count(Number(many))] as [string, string]),
    more: more ? MOST_RESENT : 0,
    version,
  };
});

export default function Resend() {
  const page = useLoaderData<typeof loader>();
  const { sends, byEmail, left, oldest, more, version, back } = page;
  const which = [page.template && `“${page.template}”`, page.clubCode?.toUpperCase()]
    .filter(Boolean)
    .join(" of ");
  return (
    <AdminPage
      title="Send Failed Emails Again"
      lead={<a href={back}>Failed emails{which ? `: ${which}` : ""}</a>}
    >
      {sends === 0 ? (
        <Empty title="Nothing can be sent again">
          <p>Below stands why. A corrected address has its email sent anew by itself.</p>
        </Empty>
      ) : (
        <>
          <h2>Would be sent</h2>
          <Facts facts={byEmail} />
          <p className="muted">
            {pluralize(sends, "email")} to{" "}
            {page.clubs === 1 ? "one club’s people" : `people of ${count(page.clubs)} clubs`}, the oldest
            written {oldest}, UTC.{" "}
            {more > 0 ? `${count(more)} are looked at in one go; come back for the rest.` : ""}
          </p>
        </>
      )}
      <h2>Left out</h2>
      <Facts facts={left} />
      {sends === 0 ? null : (
        <PostForm>
          <Version value={version} />
          <p>Mend first why they could not be made, or they come back.</p>
          <FormButtons submit={`Send ${pluralize(sends, "Email")} Again`} back={back} />
        </PostForm>
      )}
    </AdminPage>
  );
}
