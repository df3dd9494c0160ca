import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv } from "#app/config/env.server.ts";
import { PRODUCTION } from "#tests/support/production.ts";

interface Service {
  image?: string;
  build?: { context: string; args: Record<string, string> };
  env_file?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  network_mode?: string;
  stop_grace_period?: string;
  restart?: string;
  profiles?: string[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "deploy/compose");
const text = readFileSync(join(folder, "compose.yaml"), "utf8");
const file = parse(text) as { services: Record<string, Service>; volumes: Record<string, null> };
const services = Object.entries(file.services);
const namesIn = (path: string) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = ""]) => name);

describe("the compose file", () => {
  test("the file has the site, a proxy and Prometheus, and PostgreSQL if its profile is requested", () => {
    expect(services.filter(([, { profiles }]) => !profiles).map(([name]) => name)).toEqual([
      ...["app", "caddy", "prometheus"],
    ]);
    expect(file.services.postgres?.profiles).toEqual(["postgres"]);
    for (const [name, { restart }] of services) expect(restart, name).toBe("unless-stopped");
  });

  test("every image is pinned to a version, and the site's is built from here", () => {
    const others = services.filter(([name]) => name !== "app");
    for (const [name, { image }] of others) expect(image, name).toMatch(/:v?\d+\.\d+(\.\d+)?(@sha256:|$)/);
    const { build } = file.services.app ?? {};
    expect(existsSync(join(folder, build?.context ?? "", "Dockerfile"))).toBe(true);
    const argument = /^ARG NODE_IMAGE=(.+)$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1];
    expect(build?.args.NODE_IMAGE).toBe(`\${NODE_IMAGE:-${argument}}`);
  });

  test("only the proxy is open to the network; metrics and Prometheus are for this machine", () => {
    const ports = services.flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(ports).toEqual(["app 127.0.0.1:9090:9090", "caddy 80:80", "caddy 443:443", "caddy 443:443/udp"]);
    // The site's metrics are on its loopback address.
    expect(file.services.prometheus?.network_mode).toBe("service:app");
    expect(file.services.app?.environment?.TRUST_PROXY).toBe("1");
  });

  test("every mounted file exists, and every volume is declared", () => {
    const mounts = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((mount) => mount.split(":")[0] ?? ""),
    );
    const here = mounts.filter((mount) => mount.startsWith(".") && mount !== "./backups");
    for (const mount of here) expect(existsSync(resolve(folder, mount)), mount).toBe(true);
    expect(mounts.filter((mount) => !mount.startsWith(".")).sort()).toEqual(Object.keys(file.volumes).sort());
    expect(statSync(join(folder, "create-database.sh")).mode & 0o111).not.toBe(0);
    const volume = /DATA_VOLUME=(\S+)/.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1];
    expect(file.services.app?.volumes).toContain(`data:${volume}`);
  });

  test("the site has longer to stop than it takes", () => {
    expect(Number.parseInt(file.services.app?.stop_grace_period ?? "", 10)).toBeGreaterThan(10);
  });

  test("every setting is one of the site's, or one that the file uses", () => {
    const known = namesIn(".env.example");
    const used = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = ""]) => name);
    const sample = namesIn("deploy/compose/.env.example");
    expect(sample.filter((name) => !known.includes(name) && !used.includes(name))).toEqual([]);
    expect(used.filter((name) => !sample.includes(name) && name !== "NODE_IMAGE")).toEqual([]);
    const set = Object.keys(file.services.app?.environment ?? {});
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
    // Filled in, they are all that production needs.
    const filled = Object.fromEntries(
      sample.map((name) => [name, PRODUCTION[name as keyof typeof PRODUCTION] ?? ""]),
    );
    const image = { APP_MODE: "production", DATA_VOLUME: "/data", HOST: "0.0.0.0" };
    expect(parseEnv({ ...image, ...filled, ...file.services.app?.environment }).production).toBe(true);
  });

  test("the proxy knows where the site is", () => {
    const caddy = file.services.caddy;
    const mounted = caddy?.volumes?.find((mount) => mount.includes("Caddyfile"))?.split(":")[0] ?? "";
    const placeholders = [...readFileSync(resolve(folder, mounted), "utf8").matchAll(/\{\$([A-Z]+):/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(placeholders)].sort()).toEqual(Object.keys(caddy?.environment ?? {}).sort());
    expect(dirname(mounted)).toBe("../caddy");
  });
});
