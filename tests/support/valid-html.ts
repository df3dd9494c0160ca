import { attribute, elementsOf } from "../security/page.ts";

/** Types of inputs that may be required in HTML. */
const REQUIRABLE =
  "text search url tel email password date month week time datetime-local number checkbox radio file".split(
    " ",
  );
const WEIGHTS = /^(normal|bold|bolder|lighter|[1-9]00)$/;

/**
 * Lists problems that the W3C's validator finds and html-validate does not know.
 * @returns a sentence for each, without repeats
 */
export function validatorProblems(html: string): string[] {
  const problems = new Set<string>();
  for (const element of elementsOf(html)) {
    const { tagName } = element;
    const named = `<${tagName} name="${attribute(element, "name") ?? ""}">`;
    const required = attribute(element, "required") !== undefined;
    if (tagName === "select" && required && attribute(element, "multiple") === undefined) {
      const first = element.childNodes.find((node) => "tagName" in node && node.tagName === "option");
      if (!first || !("attrs" in first) || attribute(first, "value") !== "")
        problems.add(`${named} is required and has no empty first option`);
    }
    if (tagName === "input" && required && !REQUIRABLE.includes(attribute(element, "type") ?? "text"))
      problems.add(`${named} of type ${attribute(element, "type")} cannot be required`);
    if (tagName === "input" && attribute(element, "autocomplete") === "street-address")
      problems.add(`${named} has one line, and a street address several`);
    const weight = attribute(element, "font-weight");
    if (weight !== undefined && !WEIGHTS.test(weight)) problems.add(`font-weight ${weight} is none`);
    for (const name of ["href", "src"]) {
      const address = attribute(element, name);
      if (address && /[\s{}]/.test(address))
        problems.add(`<${tagName} ${name}> has a blank or a brace: ${address.slice(0, 30)}`);
    }
  }
  return [...problems];
}
