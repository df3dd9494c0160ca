import { notFound } from "#app/auth/guards.server.ts";

export function loader() {
  throw notFound();
}

export default function NotFound() {
  return null;
}
