import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  notificationPriorities,
  notificationStatuses,
  notificationTabs,
  notificationTypes,
  type StaffNotificationTab,
} from "#app/domain/control/staff-notifications/labels.ts";
import {
  countNotifications,
  listNotifications,
  markNotifications,
  NOTIFICATIONS_A_PAGE,
  type NotificationFilter,
  notificationsSchema,
} from "#app/domain/control/staff-notifications/notifications.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { keyIn, SEARCH_MAX } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { choicesOf, SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { shownStatus } from "./show.ts";

export const meta = () => title("Notification Center");

/** Lists the staff notifications that the viewer may see (product/platform-staff.md#notification-center). */
const form = staffForm({
  may: "manage_notifications",
  schema: [notificationsSchema, { most: NOTIFICATIONS_A_PAGE }],
  change: async ({ ctx: { control, admin }, value: { do: button, ids } }) => ({
    n: await markNotifications(control, admin.id, {
      change: button === "delete" ? "delete" : "read",
      ids: button === "read-all" ? "all" : ids,
    }),
  }),
  saved: ({ n }, { value: { do: button, ids }, request }) => [
    href("/admin/notifications", queryOf(filterIn(new URL(request.url).searchParams))),
    n > 0
      ? `${pluralize(n, "notification")} ${button === "delete" ? "deleted from your list" : "marked as read"}.`
      : button !== "read-all" && ids.length === 0
        ? "Choose at least one notification first."
        : "Nothing changed: it was so already.",
    n > 0 ? "good" : "bad",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, request }) => {
  const filter = filterIn(new URL(request.url).searchParams);
  const [counts, found] = await Promise.all([
    countNotifications(control, admin.id),
    listNotifications(control, admin.id, filter),
  ]);
  const at = now();
  return {
    counts,
    filter: queryOf(filter),
    tab: filter.tab,
    page: filter.page,
    more: found.length > NOTIFICATIONS_A_PAGE,
    notifications: found.slice(0, NOTIFICATIONS_A_PAGE).map((one) => ({
      id: one.id,
      title: one.title,
      message: one.message,
      type: notificationTypes[one.type],
      status: shownStatus(one),
      when: formatRowMoment(one.created_at, "UTC", at),
    })),
  };
});

function filterIn(query: URLSearchParams): NotificationFilter {
  return {
    tab: keyIn(notificationTabs, query.get("tab")) ?? "all",
    search: query.get("q")?.trim().slice(0, SEARCH_MAX) ?? "",
    status: keyIn(notificationStatuses, query.get("status")),
    type: keyIn(notificationTypes, query.get("type")),
    priority: keyIn(notificationPriorities, query.get("priority")),
    page: /^[1-9]\d{0,3}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1,
  };
}

/** Converts a filter to a query. */
const queryOf = ({ tab, search, status, type, priority, page }: NotificationFilter) => ({
  tab: tab === "all" ? undefined : tab,
  q: search || undefined,
  status: status ?? undefined,
  type: type ?? undefined,
  priority: priority ?? undefined,
  page: page > 1 ? String(page) : undefined,
});

export default function NotificationCenter() {
  const { counts, filter, tab, page, more, notifications } = useLoaderData<typeof loader>();
  const at = (query: Partial<typeof filter>) => href("/admin/notifications", { ...filter, ...query });
  const filtered = Boolean(filter.q || filter.status || filter.type || filter.priority);
  return (
    <AdminPage
      title="Notification Center"
      lead="What happened, and what stands until somebody acts. It is solved by itself once its cause is gone."
      actions={
        <>
          <ButtonLink href={href("/admin/notifications/preferences")}>Preferences</ButtonLink>{" "}
          <ButtonLink href={href("/admin/maintenance")}>System Maintenance</ButtonLink>
        </>
      }
    >
      <Stats>
        <Stat label="Unread" value={counts.unread} />
        <Stat label="Urgent" value={counts.urgent} />
        <Stat label="Action required" value={counts.action} />
        <Stat label="Failed emails" value={counts.failed} />
        <Stat label="Solved" value={counts.solved} note="in 90 days" />
      </Stats>
      <Segments
        label="Notifications"
        links={(Object.keys(notificationTabs) as StaffNotificationTab[]).map((key) => ({
          key,
          href: at({ tab: key === "all" ? undefined : key, page: undefined }),
          label: `${notificationTabs[key]} (${count(counts[key])})`,
          current: key === tab,
        }))}
      />
      <FilterBar
        action={href("/admin/notifications")}
        count={
          <>
            {pluralize(notifications.length, "notification")} on this page. Times are UTC.
            {filtered ? (
              <>
                {" "}
                <a href={href("/admin/notifications", { tab: filter.tab })}>Show all</a>
              </>
            ) : null}
          </>
        }
      >
        {filter.tab ? <input type="hidden" name="tab" value={filter.tab} /> : null}
        <TextField
          name="q"
          label="Search"
          type="search"
          value={filter.q ?? ""}
          autoComplete="off"
          maxLength={SEARCH_MAX}
          needed="or leave it empty"
        />
        <SelectField
          name="status"
          label="Status"
          required
          empty="All statuses"
          value={filter.status}
          choices={choicesOf(notificationStatuses)}
        />
        <SelectField
          name="type"
          label="Type"
          required
          empty="All types"
          value={filter.type}
          choices={choicesOf(notificationTypes)}
        />
        <SelectField
          name="priority"
          label="Priority"
          required
          empty="All priorities"
          value={filter.priority}
          choices={choicesOf(notificationPriorities)}
        />
      </FilterBar>
      {notifications.length === 0 ? (
        <Empty
          title={filtered || tab !== "all" ? "No notification here" : "No notifications"}
          action={
            filtered || tab !== "all" || page > 1 ? (
              <a href={href("/admin/notifications")}>Show all notifications</a>
            ) : null
          }
        >
          <p>
            Documents to read, missed deadlines, failed emails, clubs that are down and payments in trouble
            stand here within seconds.
          </p>
        </Empty>
      ) : (
        <PostForm className="ticks">
          <RowTable
            caption="Notifications, newest first"
            columns={[
              { name: "Notification", place: "name" },
              { name: "Status", place: "state" },
              { name: "Sent", place: "left" },
              { name: "What", place: "line" },
              { name: "Type", place: "more" },
            ]}
            rows={notifications.map((one) => ({
              key: one.id,
              href: href("/admin/notifications/:notificationId", { notificationId: one.id }),
              tick: { name: "ids", value: one.id, label: `Choose ${one.title}` },
              cells: [
                one.title,
                <Status key="status" kind={one.status.kind}>
                  {one.status.text}
                </Status>,
                one.when,
                one.message,
                one.type,
              ],
            }))}
          />
          <div className="chosen buttons">
            <SubmitButton name="do" value="read">
              Mark as Read
            </SubmitButton>{" "}
            <SubmitButton name="do" value="delete" look="secondary">
              Delete
            </SubmitButton>{" "}
            <SubmitButton name="do" value="read-all" look="secondary">
              Mark All as Read
            </SubmitButton>
          </div>
        </PostForm>
      )}
      <PageLinks
        before={page > 1 ? ["Newer", at({ page: page > 2 ? String(page - 1) : undefined })] : null}
        after={more ? ["Older", at({ page: String(page + 1) })] : null}
      />
    </AdminPage>
  );
}
