import { useReply } from "#app/ui/post-form.tsx";
import { ClubColorForm } from "./club-color-form.tsx";
import type { ProfileTab } from "./profile-tab.server.ts";

export function ProfilePanel({ data }: { data: ProfileTab }) {
  const { clubName, color, version } = data;
  return <ClubColorForm clubName={clubName} color={color} version={version} reply={useReply()} />;
}
