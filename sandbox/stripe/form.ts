import { invalid } from "./errors.ts";

export type FormValue = string | FormObject | FormValue[];
export interface FormObject {
  [name: string]: FormValue;
}

const DEPTH = 8;

/** Parses a body in the encoding of Stripe's SDKs: 'line_items[0][price]=…' becomes nested objects and lists. */
export function readStripeForm(body: string): FormObject {
  const root: FormObject = Object.create(null);
  for (const [key, value] of new URLSearchParams(body)) {
    const path = [...key.replaceAll("]", "").split("[")];
    if (path.length > DEPTH || path.some((step) => step === "__proto__"))
      throw invalid(`Invalid parameter: ${key}`);
    insert(root, path, value);
  }
  return listsOf(root) as FormObject;
}

function insert(into: FormObject, [step, ...rest]: string[], value: string): void {
  const name = step === "" || step === undefined ? String(Object.keys(into).length) : step;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const next = into[name];
  const child: FormObject =
    typeof next === "object" && !Array.isArray(next) ? next : (Object.create(null) as FormObject);
  into[name] = child;
  insert(child, rest, value);
}

/** Turns objects with the keys 0, 1, 2 … into lists. */
function listsOf(value: FormValue): FormValue {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const children = names.map((name) => listsOf(value[name] as FormValue));
  if (names.length > 0 && names.every((name, i) => name === String(i))) return children;
  return Object.fromEntries(names.map((name, i) => [name, children[i] as FormValue]));
}
