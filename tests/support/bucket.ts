import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

const KEY = "AKIATESTONLY00000000";
const SECRET = "a-secret-of-the-test-bucket-and-nothing-else";
/** Objects per page of a list. */
const PAGE = 3;

/** Fault of the next requests, by method and a part of the key. */
export interface Fault {
  method: string;
  key: string;
  /** cut: the connection ends before anything is stored; lost: it is stored, and the answer is lost. */
  how: "cut" | "lost" | "busy";
  times: number;
}

/** Starts a bucket in memory that answers the copy's requests as Amazon S3 does, and checks each signature. */
export async function startBucket(name = "copies") {
  const objects = new Map<string, Buffer>();
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    const url = new URL(request.url ?? "", "http://bucket.test");
    const key = decodeURIComponent(url.pathname.slice(`/${name}/`.length));
    const { method = "" } = request;
    const fault = faults.find((one) => one.method === method && key.includes(one.key) && one.times > 0);
    if (fault) fault.times -= 1;
    if (fault?.how === "cut") return request.socket.destroy();
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status)
        .end(`<Error><Code>${code}</Code><StringToSign>${SECRET}</StringToSign></Error>`);
    if (fault?.how === "busy") return refuse(503, "SlowDown");
    if (!url.pathname.startsWith(`/${name}/`)) return refuse(404, "NoSuchBucket");
    if (signatureOf(request, url) !== /Signature=(\w+)/.exec(request.headers.authorization ?? "")?.[1])
      return refuse(403, "SignatureDoesNotMatch");
    if (sha256(body) !== request.headers["x-amz-content-sha256"])
      return refuse(400, "XAmzContentSHA256Mismatch");
    if (method === "GET" && key === "") return response.end(listing(url));
    if (method === "GET") {
      const found = objects.get(key);
      return found ? response.end(found) : refuse(404, "NoSuchKey");
    }
    if (method === "PUT") objects.set(key, body);
    else if (method === "DELETE") objects.delete(key);
    if (fault?.how === "lost") return request.socket.destroy();
    return response.writeHead(method === "DELETE" ? 204 : 200).end();
  };
  const listing = ({ searchParams }: URL) => {
    const prefix = searchParams.get("prefix") ?? "";
    const after = searchParams.get("continuation-token") ?? "";
    const all = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).sort();
    const page = all.slice(0, PAGE);
    const items = page.map(
      ([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`,
    );
    const next =
      all.length > PAGE ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
    return `<ListBucketResult>${items.join("")}${next}</ListBucketResult>`;
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    faults,
    env: {
      COPY_TO: `s3://${name}/club`,
      COPY_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_REGION: "eu-central-1",
    },
    secret: SECRET,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Computes signature version 4, as Amazon describes it. */
function signatureOf({ method = "", headers }: IncomingMessage, url: URL): string {
  const auth = headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(auth)?.[1] ?? "";
  const scope = /Credential=[^/]+\/([^,]+)/.exec(auth)?.[1] ?? "";
  const [day = "", region = "", service = ""] = scope.split("/");
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const request = [method, url.pathname, query, signed.join(""), names, headers["x-amz-content-sha256"]].join(
    "\n",
  );
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(Buffer.from(request))].join("\n");
  const hmac = (key: string | Buffer, value: string) => createHmac("sha256", key).update(value).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), service), "aws4_request");
  return hmac(key, text).toString("hex");
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
