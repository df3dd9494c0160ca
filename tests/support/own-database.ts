import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** A role that may create databases, on the server that `npm run test:postgres` starts; unset: tests run on files. */
const server = process.env.TEST_DATABASE_URL;
/** Migrated once: copying it takes a tenth of migrating. */
const TEMPLATE = process.env.TEST_TEMPLATE ?? "goodside_template";

/** Creates a separate database for a test and names it in DATABASE_URL; null if tests run on files. */
export async function ownDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  if (!server) {
    // Never the shell's database.
    delete process.env.DATABASE_URL;
    return null;
  }
  const name = `goodside_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  process.env.DATABASE_URL = url.href;
  return {
    url: url.href,
    drop: async () => {
      // A server's autovacuum, which only its owner may end, finishes a small database within a second.
      for (let tries = 5; ; tries -= 1)
        try {
          await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
          return;
        } catch (error) {
          if (tries === 0) throw error;
          await setTimeout(1_000);
        }
    },
  };
}

/** Makes the template of a run on a server. */
export async function makeTemplate(url: string): Promise<void> {
  const { openDatabase } = await import("#app/db/postgres/open.server.ts");
  await onServer(url, async (client) => {
    await client.query(`drop database if exists ${TEMPLATE} with (force)`);
    await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8' locale 'C'`);
  });
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  const open = openDatabase(template.href);
  await open.migrate();
  await open.close();
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
