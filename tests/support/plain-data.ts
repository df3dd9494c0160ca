import type { LoaderFunctionArgs, ServerBuild } from "@remix-run/node";

/**
 * Wraps a build so that its pages fail if a loader returns values that JSON would change. Components get them
 * unchanged, although their types claim JSON.
 */
export function withPlainData(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (!route?.module.default || !loader) return [id, route];
    const checked = async (args: LoaderFunctionArgs) => {
      const data: unknown = await loader(args);
      if (!(data instanceof Response)) refuseChanged(data, `The loader of ${id} returned`);
      return data;
    };
    return [id, { ...route, module: { ...route.module, loader: checked } }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** @throws Error with the path to a value that JSON would change */
export function refuseChanged(value: unknown, way: string): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number" && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseChanged(item, `${way} [${index}]`);
    return;
  }
  const prototype: unknown = typeof value === "object" && Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new Error(`${way} ${Object.prototype.toString.call(value)}: ${String(value)}`);
  for (const [name, item] of Object.entries(value as object))
    if (item !== undefined) refuseChanged(item, `${way} ${name}`);
}
