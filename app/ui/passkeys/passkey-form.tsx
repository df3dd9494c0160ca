import type { ReactNode } from "react";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

/**
 * Shows a form whose button asks the device first; hidden unless the browser can.
 * @param props.otherwise text for all other browsers
 */
export function PasskeyForm(props: {
  kind: "get" | "create";
  /** WebAuthn options, as JSON; null if the site's name cannot have passkeys. */
  options: string | null;
  otherwise: ReactNode;
  children: ReactNode;
}) {
  const { kind, options, otherwise, children } = props;
  return (
    <>
      <div data-no-passkey="">{otherwise}</div>
      {options ? (
        <div data-passkey={kind} data-options={options} hidden>
          <div data-passkey-problem="" role="alert" hidden>
            <Notice tone="minor" title="Your device gave no passkey">
              <p>
                It was cancelled, took too long, or this device has none for this site. You can try again.
              </p>
            </Notice>
          </div>
          <PostForm>
            <Hidden name="credential" value="" />
            {children}
          </PostForm>
        </div>
      ) : null}
    </>
  );
}
