import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";

/** Shows the recovery codes, only this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <AdminPage title="Your Recovery Codes" width="text">
      <Notice tone="minor" title="Keep them now: they are not shown again">
        <p>
          Print them or put them into your password manager. Each signs you in once if your phone is lost.
        </p>
      </Notice>
      <ul className="plain-list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Buttons>
        <ButtonLink href="/admin" look="primary">
          I Have Kept Them
        </ButtonLink>
      </Buttons>
    </AdminPage>
  );
}
