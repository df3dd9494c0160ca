import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/** What a link in a mail is for, and whether it is stopped. */
interface StopView {
  clubName: string;
  label: string;
  stopped: { kind: boolean; all: boolean };
}

/** Stops one kind of a club's mails, or all of them, and undoes it, without signing in. */
export function StopPage({ stop }: { stop: StopView | null }) {
  if (!stop) return <UnknownLink />;
  const { clubName, label, stopped } = stop;
  return (
    <SitePage title={stopped.all || stopped.kind ? "Emails stopped" : "Stop these emails"} width="narrow">
      {stopped.all ? (
        <>
          <Notice tone="good">
            <p>You get no more notifications of {clubName}. Mail about your account still comes.</p>
          </Notice>
          <Change name="undo-all" look="quiet">{`Undo: get emails of ${clubName} again`}</Change>
        </>
      ) : (
        <>
          {stopped.kind ? (
            <>
              <Notice tone="good">
                <p>
                  You get no more {label} of {clubName}.
                </p>
              </Notice>
              <Change name="undo-kind" look="quiet">{`Undo: get ${label} again`}</Change>
            </>
          ) : (
            <>
              <p>
                You get {label} of {clubName} by email.
              </p>
              <Change name="stop-kind">{`Stop ${label}`}</Change>
            </>
          )}
          <Change name="stop-all" look="quiet">{`Stop all emails of ${clubName}`}</Change>
        </>
      )}
      <p>
        <a href={href("/notifications")}>Choose which emails you get</a> (you sign in for it)
      </p>
    </SitePage>
  );
}

function Change(props: { name: string; look?: "quiet"; children: string }) {
  return (
    <ButtonForm className="inline-form">
      <Hidden name="do" value={props.name} />
      <SubmitButton look={props.look}>{props.children}</SubmitButton>
    </ButtonForm>
  );
}

function UnknownLink() {
  return (
    <SitePage title="Stop these emails" width="narrow">
      <Notice tone="minor">
        <p>
          This link stops nothing: it is not complete, or its account is gone. Open the link at the end of the
          email again, or sign in and choose which emails you get.
        </p>
      </Notice>
      <Buttons>
        <ButtonLink href={href("/notifications")}>Choose which emails you get</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
