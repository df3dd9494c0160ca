import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import type { ReviewData } from "./review.tsx";

export function ReviewPage({ review }: { review: ReviewData }) {
  const { clubCode, name, number, status, decision, documents } = review;
  return (
    <AdminPage
      title={number ? `${number}: ${name}` : name}
      lead={<a href={href("/admin/verification")}>Verification Center</a>}
    >
      {decision ? (
        <Notice title={`Decided by ${decision.by}, ${decision.at}`}>
          {decision.notes ? <p>{decision.notes}</p> : null}
          {review.unpaid ? <p>The invoice for the difference is not paid.</p> : null}
        </Notice>
      ) : null}
      <div className="beside">
        <div>
          <h2>Documents</h2>
          {documents.length === 0 ? (
            <p className="muted">The club has sent none, or they were deleted 90 days after the decision.</p>
          ) : (
            <DataTable
              caption="Documents"
              columns={[{ name: "Document" }, { name: "Type" }, { name: "Size" }, { name: "Download" }]}
              rows={documents.map((document) => ({
                key: document.id,
                cells: [
                  document.name,
                  document.type,
                  document.size,
                  <a
                    key="download"
                    href={href("/admin/verification/:clubCode/documents/:documentId", {
                      clubCode,
                      documentId: document.id,
                    })}
                  >
                    Download<span className="visually-hidden"> {document.name}</span>
                  </a>,
                ],
              }))}
            />
          )}
          {status === "pending" ? (
            <p>The club has not submitted its documents for review.</p>
          ) : (
            <Decision review={review} />
          )}
        </div>
        <div>
          <Card title="Club">
            <Facts facts={review.club} />
          </Card>
          <Card title="Package">
            <Facts facts={review.package} />
          </Card>
        </div>
      </div>
    </AdminPage>
  );
}

function Decision({ review }: { review: ReviewData }) {
  return (
    <>
      <h2>{review.decision ? "Decide again" : "Decision"}</h2>
      <PostForm>
        <Hidden name="version" value={String(review.version)} />
        <RadioField
          name="decision"
          label="Decision"
          choices={[
            { value: "approve", label: "Approve", hint: "The number of players fits the package" },
            {
              value: "adjust",
              label: "Adjust",
              hint: "The package follows the number: we refund or invoice the difference by ourselves",
            },
            { value: "reject", label: "Reject", hint: "The club is asked for other documents" },
          ]}
          required
        />
        <TextField
          name="actualPlayers"
          label="Number of players in the documents"
          inputMode="numeric"
          width="short"
          needed="to approve or adjust"
        />
        <TextArea name="notes" label="Notes" hint="The club reads them" maxLength={2000} needed="to reject" />
        <Buttons>
          <SubmitButton>Submit Review</SubmitButton>
          <ButtonLink href={href("/admin/verification")} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </PostForm>
    </>
  );
}
