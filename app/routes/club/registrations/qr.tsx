import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { ParentsNav } from "#app/routes/club/agreements/parents-nav.tsx";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { registrationAddress } from "./registration-address.server.ts";

export const meta = () => title("QR Code");

export async function loader(args: LoaderFunctionArgs) {
  const { db } = await requireClubUser(args, "contacts.import");
  const club = await clubRowOf(db);
  return {
    name: club.name,
    open: club.registration_open === 1,
    address: await registrationAddress(db),
  };
}

/** Prints the QR code, with the address in words for people who cannot scan it. */
export default function QrCode() {
  const { name, open, address } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={`Parents of ${name}: register here`}
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label: "Email Collection", href: "/email-collection" },
        { label: "QR Code" },
      ]}
    >
      <ParentsNav />
      {open ? null : (
        <Notice tone="minor">
          <p>
            Registration is closed. Open it on <a href={href("/email-collection")}>Email Collection</a> before
            you hang this up.
          </p>
        </Notice>
      )}
      <p>
        So that {name} can send you its parent agreement about behavior on the sideline. Scan the code with
        your phone's camera. It takes a minute, and you need no account.
      </p>
      <h2 lang="es">Padres y madres de {name}: regístrense aquí</h2>
      <p lang="es">
        Para que {name} pueda enviarle su acuerdo de padres sobre el comportamiento en la banda. Escanee el
        código con la cámara de su teléfono. Toma un minuto y no necesita una cuenta.
      </p>
      <p>
        <img src={href("/email-collection/qr.svg")} alt={`QR code of ${address}`} width="384" height="384" />
      </p>
      <p>
        Or type / <span lang="es">o escriba</span>: <strong>{address}</strong>
      </p>
      <Buttons>
        <ButtonLink href={href("/email-collection/qr.png")} look="primary">
          PNG Picture
        </ButtonLink>
        <ButtonLink href={href("/email-collection/qr.svg")}>SVG Picture</ButtonLink>
        <ButtonLink href={address.replace(/^https?:\/\/[^/]+/, "")} look="quiet">
          Open the page
        </ButtonLink>
      </Buttons>
      <p className="buttons muted">Print this page with your browser's Print command, on letter paper.</p>
    </ClubPage>
  );
}
