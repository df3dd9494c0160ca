import { href } from "#app/config/addresses.ts";
import { type Capability, may } from "#app/permissions/club-permissions.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";

const parts: readonly { href: string; label: string; needs: Capability }[] = [
  { href: href("/agreements"), label: "List", needs: "agreements.see" },
  { href: href("/advanced-import"), label: "Import", needs: "contacts.import" },
  { href: href("/email-collection"), label: "QR & Registrations", needs: "contacts.import" },
  { href: href("/agreements/new"), label: "Add One", needs: "agreements.send" },
];

/** Links the parts of 'Parents' that the role may open; coaches have the list only. */
export function ParentsNav() {
  const { role, path } = useShell();
  const open = parts.filter(({ needs }) => may(role, needs));
  if (open.length < 2) return null;
  return (
    <Segments
      label="Parents"
      links={open.map((part) => ({ ...part, key: part.href, current: isCurrent(part.href, path) }))}
    />
  );
}

/** Tells whether a part is current; QR code, registrations and bulk entry are below the address of their part. */
const isCurrent = (part: string, path: string) =>
  path === part || (part === "/email-collection" && path.startsWith(`${part}/`));
