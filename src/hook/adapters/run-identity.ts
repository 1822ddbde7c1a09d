const names = new WeakMap<object, string>();
let count = 0;

/** A name for an object that stands for one run or one turn, so that it can be compared without being kept alive. */
export function identityOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const known = names.get(object);
  if (known !== undefined) return known;
  count += 1;
  const name = `run-${count}`;
  names.set(object, name);
  return name;
}
