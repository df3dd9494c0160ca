import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";

interface Listed {
  id: string;
  subject: string;
  to: string;
  when: string;
  createdByName: string;
  recipients: number;
  sentAt: string | null;
}

/** What was sent, to how many people, and previews that were not sent yet. */
export function AnnouncementList({ announcements }: { announcements: readonly Listed[] }) {
  return (
    <section>
      <h2>Sent</h2>
      {announcements.length === 0 ? (
        <p>No announcement was sent yet.</p>
      ) : (
        <DataTable
          caption="Announcements"
          columns={[
            { name: "Subject" },
            { name: "To" },
            { name: "By" },
            { name: "When" },
            { name: "Sent to" },
          ]}
          rows={announcements.map((item) => ({
            key: item.id,
            cells: [
              <a
                key="subject"
                href={href("/club/announcements/:announcementId", { announcementId: item.id })}
              >
                {item.subject}
              </a>,
              item.to,
              item.createdByName,
              item.when,
              item.sentAt ? (
                pluralize(item.recipients, "person", "people")
              ) : (
                <Badge key="state">Preview, not sent</Badge>
              ),
            ],
          }))}
        />
      )}
    </section>
  );
}
