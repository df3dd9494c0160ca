import { resolve } from "node:path";

/** Target of a site's continuous copy. */
export type CopyTarget = FolderTarget | BucketTarget;

interface FolderTarget {
  kind: "folder";
  path: string;
}

/** A bucket of Amazon S3 or a compatible store. */
export interface BucketTarget {
  kind: "bucket";
  bucket: string;
  /** Prefix of each object's name, without slashes around it; may be empty. */
  prefix: string;
  /** Base URL of the bucket's objects, without a trailing slash. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

/** Usual settings of Amazon's tools, and the address of another store. */
export interface BucketSettings {
  COPY_ENDPOINT?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
  AWS_REGION?: string | undefined;
}

interface Given extends BucketSettings {
  COPY_TO?: string | undefined;
  DATA_DIR?: string | undefined;
  DATA_VOLUME?: string | undefined;
}

/** @throws for a target that could not save the data, such as a folder inside it, or that lacks a setting */
export function copyTarget(given: Given): CopyTarget | null {
  const { COPY_TO, DATA_DIR, DATA_VOLUME } = given;
  if (!COPY_TO) return null;
  if (COPY_TO.includes("://")) return bucketTarget(COPY_TO, given);
  const path = resolve(COPY_TO);
  const data = resolve(DATA_DIR ?? DATA_VOLUME ?? "data");
  if (`${path}/`.startsWith(`${data}/`) || `${data}/`.startsWith(`${path}/`))
    throw new Error(`COPY_TO is ${COPY_TO}: it has to be a folder apart from the data, on another disk`);
  return { kind: "folder", path };
}

export const bucketSettings = (given: BucketSettings): BucketSettings => ({
  COPY_ENDPOINT: given.COPY_ENDPOINT,
  AWS_ACCESS_KEY_ID: given.AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY: given.AWS_SECRET_ACCESS_KEY,
  AWS_SESSION_TOKEN: given.AWS_SESSION_TOKEN,
  AWS_REGION: given.AWS_REGION,
});

const BUCKET = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]*))?$/;
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Parses a bucket's address and settings.
 * @param address `s3://bucket/prefix`
 */
export function bucketTarget(address: string, given: BucketSettings): BucketTarget {
  const [, bucket, path = ""] = BUCKET.exec(address) ?? [];
  const parts = path.split("/").filter(Boolean);
  if (!bucket || parts.some((part) => /^\.+$/.test(part)))
    throw new Error(`${address} is no bucket: it has to look like s3://bucket/prefix`);
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, COPY_ENDPOINT } = given;
  if (!AWS_ACCESS_KEY_ID) throw new Error(`AWS_ACCESS_KEY_ID is missing, which ${address} needs`);
  if (!AWS_SECRET_ACCESS_KEY) throw new Error(`AWS_SECRET_ACCESS_KEY is missing, which ${address} needs`);
  const region = AWS_REGION ?? "us-east-1";
  return {
    kind: "bucket",
    bucket,
    prefix: parts.join("/"),
    bucketUrl: COPY_ENDPOINT ? `${endpoint(COPY_ENDPOINT)}/${bucket}` : amazonUrl(bucket, region),
    region,
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN ?? null,
  };
}

/** Returns Amazon's URL of a bucket; the certificates cover only one label before the service. */
const amazonUrl = (bucket: string, region: string) =>
  bucket.includes(".")
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;

function endpoint(text: string): string {
  if (!URL.canParse(text))
    throw new Error("COPY_ENDPOINT is no address: it has to look like https://s3.example.com");
  const { protocol, hostname, host, username, password, pathname, origin } = new URL(text);
  if (username || password) throw new Error(`COPY_ENDPOINT has a password in it: leave ${host} alone`);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.includes(hostname)))
    throw new Error("COPY_ENDPOINT has to start with https://: what is copied names people");
  return origin + pathname.replace(/\/$/, "");
}

/** Returns the target as the operator wrote it: it contains no secret. */
export const copyTargetName = (target: CopyTarget): string =>
  target.kind === "folder" ? target.path : `s3://${target.bucket}${target.prefix && `/${target.prefix}`}`;
