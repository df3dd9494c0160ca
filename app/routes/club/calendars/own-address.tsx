import { ButtonLink, Buttons, CopyButton, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { Steps } from "./instructions.tsx";

/** A calendar without an address. */
export function MakeAddress() {
  return (
    <Card title="Make a secret address">
      <p>
        Your calendar app reads the games from an address that nobody can guess. Everybody who knows it can
        see these games, so give it to nobody else. You can end it at any time.
      </p>
      <PostForm>
        <Hidden name="intent" value="make" />
        <Buttons>
          <SubmitButton>Make the Address</SubmitButton>
        </Buttons>
      </PostForm>
    </Card>
  );
}

/** A calendar's address, how to subscribe to it, and the ways to end it. */
export function OwnAddress(props: { name: string; made: { address: string | null; at: string } }) {
  const { name, made } = props;
  // A text browser shows, and lets one copy, as much of a field as its size says.
  const size = made.address?.length;
  return (
    <>
      {made.address ? (
        <Card title="Your secret address">
          <label htmlFor="address">Address of the calendar {name}</label>
          <div className="copy-line">
            <input className="input" id="address" type="text" readOnly size={size} value={made.address} />{" "}
            <CopyButton text={made.address}>Copy Address</CopyButton>
          </div>
          <Buttons>
            <ButtonLink href={made.address.replace(/^https?:/, "webcal:")} look="primary">
              Subscribe on this device
            </ButtonLink>
          </Buttons>
          <p className="muted">Made on {made.at}. Everybody who knows it can see these games.</p>
        </Card>
      ) : (
        <Notice tone="minor" title="This address cannot be shown again">
          <p>Made on {made.at}, it still works where you use it. Make a new one to see an address.</p>
        </Notice>
      )}
      <Steps />
      <Card title="Replace or end the address">
        <p>
          Did it get to somebody who should not have it? With a new address the old address stops working, and
          your own calendar needs the new one.
        </p>
        <Buttons>
          <ButtonForm className="inline-form" confirm={`Make a new address of the calendar ${name}?`}>
            <Hidden name="intent" value="make" />
            <SubmitButton look="secondary">Make a New Address</SubmitButton>
          </ButtonForm>
          <ButtonForm className="inline-form" confirm={`Stop the address of the calendar ${name}?`}>
            <Hidden name="intent" value="stop" />
            <SubmitButton look="danger">Stop This Address</SubmitButton>
          </ButtonForm>
        </Buttons>
      </Card>
    </>
  );
}
