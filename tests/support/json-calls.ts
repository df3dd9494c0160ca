import type { World } from "./world.ts";

export interface JsonAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect of it
  body: any;
}

/** Posts JSON as a program does, with a token or without. */
export async function call(
  world: World,
  path: string,
  body: unknown,
  more: { token?: string; cookie?: string; ip?: string; headers?: Record<string, string> } = {},
): Promise<JsonAnswer> {
  const { token, cookie, ip, headers } = more;
  const answer = await world.ask(path, {
    cookie,
    ip,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}
