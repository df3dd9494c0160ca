import express, { type ErrorRequestHandler, type Request, type Router } from "express";
import type { Message, Models } from "postmark";
import type { Mailbox, SentMail } from "./mailbox.ts";
import { judge } from "./rules.ts";

const MOST_IN_A_BATCH = 500;

/** Serves the part of Postmark's HTTP API that Goodside uses through the real SDK. */
export function postmarkApi(mailbox: Mailbox, serverToken: string): Router {
  const api = express.Router();
  api.use(["/email", "/messages"], (req, res, next) => {
    const token = req.get("X-Postmark-Server-Token");
    if (token === serverToken) return next();
    const Message = token
      ? "Request does not contain a valid Server token."
      : "No Account or Server API tokens were supplied in the HTTP headers. Please add a header for either X-Postmark-Server-Token or X-Postmark-Account-Token.";
    res.status(401).json({ ErrorCode: 10, Message });
  });
  api.use("/email", express.json({ limit: "50mb", type: () => true }));
  api.post("/email", (req, res) => {
    const { status, answer } = receive(mailbox, req.body as Message);
    res.status(status).json(answer);
  });
  api.post("/email/batch", (req, res) => {
    const messages = req.body as Message[];
    if (!Array.isArray(messages) || messages.length > MOST_IN_A_BATCH) {
      res
        .status(422)
        .json({ ErrorCode: 410, Message: `At most ${MOST_IN_A_BATCH} messages are allowed in a batch.` });
      return;
    }
    res.json(messages.map((message) => receive(mailbox, message).answer));
  });
  api.get("/messages/outbound", (req, res) => {
    const found = mailbox.newestFirst().filter((mail) => fits(mail, req));
    const [count, offset] = [Number(req.query.count ?? 100), Number(req.query.offset ?? 0)];
    const Messages = found.slice(offset, offset + count).map(asOutboundMessage);
    res.json({ TotalCount: found.length, Messages });
  });
  api.use(inPostmarksShape);
  return api;
}

function receive(
  mailbox: Mailbox,
  message: Message,
): { status: number; answer: Partial<Models.MessageSendingResponse> } {
  const verdict = judge(message, (address) => mailbox.isInactive(address));
  const answer = { ErrorCode: verdict.code, Message: verdict.message };
  if (verdict.status !== 200) return { status: verdict.status, answer };
  const mail = mailbox.take(message);
  return { status: 200, answer: { To: mail.to, SubmittedAt: mail.sentAt, MessageID: mail.id, ...answer } };
}

/** Applies the Postmark filters that we use: recipient, tag, subject, stream and metadata_…. */
function fits(mail: SentMail, req: Request): boolean {
  return Object.entries(req.query).every(([name, value]) => {
    if (name === "recipient") return mail.to.includes(String(value));
    if (name === "tag") return mail.tag === value;
    if (name === "subject") return mail.subject === value;
    if (name === "messageStream" || name === "messagestream") return mail.stream === value;
    if (name.startsWith("metadata_")) return mail.metadata[name.slice("metadata_".length)] === value;
    return true;
  });
}

function asOutboundMessage(mail: SentMail): Models.OutboundMessage {
  return {
    MessageID: mail.id,
    Tag: mail.tag,
    To: [{ Email: mail.to, Name: "" }],
    Cc: [],
    Bcc: [],
    Recipients: [mail.to],
    ReceivedAt: mail.sentAt,
    From: mail.from,
    Subject: mail.subject,
    Attachments: [],
    Status: "Sent",
    TrackOpens: false,
    TrackLinks: "None" as Models.OutboundMessage["TrackLinks"],
    Metadata: mail.metadata,
    MessageStream: mail.stream,
    Sandboxed: false,
  };
}

const inPostmarksShape: ErrorRequestHandler = (_error, _req, res, next) => {
  if (res.headersSent) return next(_error);
  res.status(422).json({ ErrorCode: 402, Message: "Received invalid JSON input." });
};
