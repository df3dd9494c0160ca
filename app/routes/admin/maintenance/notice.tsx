import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { BANNER_HOURS } from "#app/domain/control/maintenance/banner.server.ts";
import {
  announceMaintenance,
  cancelMaintenance,
  countMaintenanceReaders,
  findMaintenance,
  maintenanceActionSchema,
  maintenanceState,
  maintenanceVersion,
} from "#app/domain/control/maintenance/maintenance.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { timeZoneName } from "#app/domain/values/time-zones.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { MaintenanceBar } from "#app/ui/shell/maintenance-bar.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { maintenanceStates } from "./maintenance-inputs.tsx";

export const meta = () => title("System Maintenance");

const here = (maintenanceId: string) => href("/admin/maintenance/:maintenanceId", { maintenanceId });
const STALE = "Somebody changed it meanwhile. This is how it stands now: look at it, then go on.";

/** Shows one planned maintenance: a preview, then the announcement, and the ways to take it back. */
const form = staffForm({
  may: "manage_notifications",
  schema: maintenanceActionSchema,
  find: ({ control }, { maintenanceId = "" }) => findMaintenance(control, maintenanceId),
  change: async ({ ctx: { control, admin }, found, value: { do: button, version } }) => {
    const result = await (button === "announce" ? announceMaintenance : cancelMaintenance)(
      control,
      found.id,
      { version, by: admin.id },
    );
    return !result.ok && result.problem === "stale" ? ({ ok: false, problem: "changed" } as const) : result;
  },
  problems: ({ problem }, { found }) => [
    here(found.id),
    problem === "over" ? "It is over or canceled: nothing was changed." : STALE,
    "bad",
  ],
  saved: (_, { found, value: { do: button } }) =>
    button === "announce"
      ? [here(found.id), "Announced. The emails go out within minutes."]
      : [
          href("/admin/maintenance"),
          found.announced_at === null
            ? "Discarded. Nobody was told."
            : "Canceled. The banner goes within seconds, and clubs are mailed.",
        ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found, request }) => {
  const state = maintenanceState(found, now());
  const { starts_at, ends_at, timezone, words } = found;
  const open = state !== "over" && state !== "cancelled";
  return {
    id: found.id,
    state,
    asks: open && new URL(request.url).searchParams.get("ask") === "cancel",
    readers: open ? await countMaintenanceReaders(control) : 0,
    version: maintenanceVersion(found),
    banner: {
      begun: false,
      from: formatMoment(starts_at, timezone),
      to: formatMoment(ends_at, timezone),
      words,
    },
    zone: timeZoneName(timezone),
    hours: BANNER_HOURS,
    announced: found.announced_at && formatMoment(found.announced_at, "UTC"),
  };
});

export default function MaintenanceNotice() {
  const page = useLoaderData<typeof loader>();
  const { id, state, banner, readers, version } = page;
  const people = pluralize(readers, "administrator");
  const shown = maintenanceStates[state];
  if (page.asks) return <AskCancel page={page} people={people} />;
  return (
    <AdminPage
      title={state === "draft" ? "Preview" : "System Maintenance"}
      lead={<a href={href("/admin/maintenance")}>System Maintenance</a>}
      width="text"
    >
      <p>
        <Status kind={shown.kind}>{shown.text}</Status>{" "}
        {state === "draft"
          ? `Nobody is told yet. ${people} of clubs will get the email.`
          : page.announced
            ? `Announced on ${page.announced}.`
            : ""}
      </p>
      <MaintenanceBar maintenance={banner} />
      <Facts
        facts={[
          ["From", banner.from],
          ["To", banner.to],
          ["Time zone", page.zone],
          [
            "Banner",
            `From ${page.hours} hours before to the end, for everybody who is signed in or signs in`,
          ],
          ["Email", "To each administrator of an active club, once, in the club’s own time zone"],
        ]}
      />
      {state === "draft" ? (
        <ButtonForm>
          <Version value={version} />
          <Buttons>
            <SubmitButton name="do" value="announce">
              Announce to {people}
            </SubmitButton>
            <ButtonLink
              href={href("/admin/maintenance/:maintenanceId/edit", { maintenanceId: id })}
              look="quiet"
            >
              Change it
            </ButtonLink>
            <SubmitButton name="do" value="cancel" look="secondary">
              Discard
            </SubmitButton>
          </Buttons>
        </ButtonForm>
      ) : null}
      {state === "planned" || state === "running" ? (
        <Buttons>
          <ButtonLink href={href("/admin/maintenance/:maintenanceId/edit", { maintenanceId: id })}>
            Change Time or Words
          </ButtonLink>
          <ButtonLink
            href={href("/admin/maintenance/:maintenanceId", { maintenanceId: id, ask: "cancel" })}
            look="quiet"
          >
            Cancel the Maintenance
          </ButtonLink>
        </Buttons>
      ) : null}
    </AdminPage>
  );
}

function AskCancel(props: { page: ReturnType<typeof useLoaderData<typeof loader>>; people: string }) {
  const { id, banner, version } = props.page;
  return (
    <AdminPage title="Cancel the Maintenance?" lead={<a href={here(id)}>System Maintenance</a>} width="text">
      <p>
        From {banner.from} to {banner.to}. The banner goes within seconds, and {props.people} of clubs are
        mailed that it is canceled.
      </p>
      <ButtonForm>
        <Version value={version} />
        <Buttons>
          <SubmitButton name="do" value="cancel" look="danger">
            Cancel the Maintenance
          </SubmitButton>
          <ButtonLink href={here(id)} look="quiet">
            Keep it
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </AdminPage>
  );
}
