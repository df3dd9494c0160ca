const due: (() => unknown)[] = [];

/** Has something stopped or removed when everything is measured, the last opened first. */
export function atEnd(work: () => unknown): void {
  due.unshift(work);
}

export async function cleanUp(): Promise<void> {
  for (const work of due.splice(0)) await work();
}
