import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, until } from "../support/server.ts";

const deploy = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url));
export const NAME = "goodside.example";
/** An address of this machine that is not the proxy's own. */
export const CLIENT = "127.0.0.2";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A proxy with the configuration of deploy/ and a self-signed certificate, in front of a port of this machine. */
export class FrontProxy {
  #child: ChildProcess | undefined;
  #said = "";
  /** Port for http. */
  plainPort = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), "goodside-proxy-"));

  constructor(
    readonly tool: "caddy" | "nginx",
    readonly site: number,
    readonly port: number,
  ) {}

  async start(): Promise<void> {
    this.plainPort = await freePort();
    const [args, env] = this.tool === "caddy" ? this.#caddy() : this.#nginx();
    const child = spawn(this.tool, args, {
      env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: this.#folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#said += text;
      });
    await until(20_000, async () => {
      if (child.exitCode !== null) throw new Error(this.#said);
      return (await isOpen(this.port)) || undefined;
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #caddy(): [string[], Record<string, string>] {
    const config = join(this.#folder, "Caddyfile");
    writeFileSync(
      config,
      `{
	admin off
	local_certs
	skip_install_trust
	http_port ${this.plainPort}
	https_port ${this.port}
}
import ${deploy("caddy/Caddyfile")}
`,
    );
    const env = { XDG_DATA_HOME: this.#folder, UPSTREAM: `127.0.0.1:${this.site}` };
    return [["run", "--config", config, "--adapter", "caddyfile"], env];
  }

  #nginx(): [string[], Record<string, string>] {
    const [cert, key] = [join(this.#folder, "fullchain.pem"), join(this.#folder, "privkey.pem")];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"].concat(
        ...["-subj", `/CN=${NAME}`, "-days", "2", "-keyout", key, "-out", cert],
      ),
      { stdio: "ignore" },
    );
    const site = readFileSync(deploy("nginx/goodside.conf"), "utf8")
      .replace(/listen (\[::\]:)?80;/g, (_, six = "") => `listen ${six}${this.plainPort};`)
      .replace(/listen (\[::\]:)?443 /g, (_, six = "") => `listen ${six}${this.port} `)
      .replace("127.0.0.1:3000", `127.0.0.1:${this.site}`)
      .replaceAll(/\/etc\/letsencrypt\/live\/goodside\.example/g, this.#folder);
    const config = join(this.#folder, "nginx.conf");
    for (const name of ["body", "proxy", "other"]) mkdirSync(join(this.#folder, name));
    writeFileSync(join(this.#folder, "goodside.conf"), site);
    writeFileSync(
      config,
      `daemon off;
pid ${this.#folder}/nginx.pid;
error_log stderr warn;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http {
  access_log off;
  client_body_temp_path ${this.#folder}/body;
  proxy_temp_path ${this.#folder}/proxy;
  fastcgi_temp_path ${this.#folder}/other/fastcgi;
  uwsgi_temp_path ${this.#folder}/other/uwsgi;
  scgi_temp_path ${this.#folder}/other/scgi;
  include ${this.#folder}/goodside.conf;
}
`,
    );
    return [["-c", config, "-p", this.#folder], {}];
  }

  /** Sends a request of a client at 127.0.0.2, over a connection of its own. */
  ask(
    path: string,
    { headers, body, port }: { headers?: Record<string, string>; body?: Buffer; port?: number } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ask = request(
        {
          ...{ host: "127.0.0.1", port: port ?? this.port, path, localAddress: CLIENT, agent: false },
          ...{ servername: NAME, rejectUnauthorized: false, method: body ? "POST" : "GET" },
          headers: {
            Host: NAME,
            ...(body && { Origin: `https://${NAME}`, "Content-Length": String(body.length) }),
            ...headers,
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => {
            text += part;
          });
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
          answer.on("error", reject);
        },
      );
      ask.on("error", reject);
      ask.end(body);
    });
  }

  /** Sends a form. */
  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.ask(path, {
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    });
  }

  /** Sends one file of this size. */
  upload(path: string, bytes: number): Promise<Answer> {
    const boundary = "goodside-upload";
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
    return this.ask(path, {
      headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), Buffer.alloc(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
