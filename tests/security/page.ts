import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import type { Pair } from "./encode.ts";

/** Part of every hostile value that could become markup, a header, an address or a formula; searched for afterwards. */
export const MARK = "zqmark";

type Element = Tree.Element;

/** Page that was parsed last: several judges examine one after the other. */
let last: { html: string; nodes: Tree.Node[] } | undefined;

/** Lists every node of a page, as a browser parses it. */
export function nodesOf(html: string): Tree.Node[] {
  if (last?.html === html) return last.nodes;
  const nodes: Tree.Node[] = [];
  const waiting: Tree.Node[] = [parse(html)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    if ("content" in node) waiting.push(node.content);
    if ("childNodes" in node) waiting.push(...node.childNodes.toReversed());
  }
  last = { html, nodes };
  return nodes;
}

export const elementsOf = (html: string): Element[] => nodesOf(html).filter((node) => "tagName" in node);

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((item) => item.name === name)?.value;

export interface PageForm {
  method: "GET" | "POST";
  /** Address of the action; '' for the page itself. */
  action: string;
  fields: (Pair & { choices: string[] })[];
  /** Unchecked boxes. */
  unticked: Pair[];
  buttons: Pair[];
}

/** Lists the forms of a page, filled with the page's own values, otherwise with valid ones. */
export function formsOf(elements: Element[]): PageForm[] {
  return elements.filter(({ tagName }) => tagName === "form").map(readForm);
}

function readForm(form: Element): PageForm {
  const found: PageForm = {
    method: attribute(form, "method")?.toUpperCase() === "POST" ? "POST" : "GET",
    action: attribute(form, "action") ?? "",
    fields: [],
    unticked: [],
    buttons: [],
  };
  const hasFile = [...within(form)].some((element) => attribute(element, "type") === "file");
  for (const element of within(form)) {
    const name = attribute(element, "name");
    const type = attribute(element, "type") ?? "text";
    if (!name) continue;
    const value = attribute(element, "value") ?? "";
    if (element.tagName === "button") found.buttons.push({ name, value });
    else if (element.tagName === "input" && type === "radio") {
      const field = found.fields.find((item) => item.name === name) ?? { name, value, choices: [] };
      if (!found.fields.includes(field)) found.fields.push(field);
      field.choices.push(value);
      if (attribute(element, "checked") !== undefined) field.value = value;
    } else if (element.tagName === "select") {
      const choices = [...within(element)].filter(({ tagName }) => tagName === "option").map(optionValue);
      const chosen = [...within(element)].find((option) => attribute(option, "selected") !== undefined);
      const value = (chosen && optionValue(chosen)) || choices.find((choice) => choice !== "") || "";
      found.fields.push({ name, value, choices });
    } else if (element.tagName === "textarea")
      found.fields.push({ name, value: textOf(element) || wordsOf(name, hasFile), choices: [] });
    else if (
      type === "checkbox" &&
      attribute(element, "checked") === undefined &&
      attribute(element, "required") === undefined
    )
      found.unticked.push({ name, value: value || "on" });
    else if (element.tagName === "input" && type === "file")
      found.fields.push({ name, ...sampleFile(attribute(element, "accept") ?? ""), file: true, choices: [] });
    else if (element.tagName === "input")
      found.fields.push({
        name,
        value:
          value ||
          (name === "confirmation" && askedName(form)) ||
          sampleOf(name, type, attribute(element, "inputmode")),
        choices: [],
      });
  }
  return found;
}

function* within(parent: Element): Generator<Element> {
  for (const child of parent.childNodes) {
    if (!("tagName" in child)) continue;
    yield child;
    yield* within(child);
  }
}

/** Returns the name to type before something is deleted. */
const askedName = (form: Element) => /name, (.+), to confirm/.exec(textOf(form))?.[1];

const textOf = (element: Element): string =>
  element.childNodes
    .map((child) => ("value" in child ? child.value : "tagName" in child ? textOf(child) : ""))
    .join("");
const optionValue = (option: Element) => attribute(option, "value") ?? textOf(option);

/** The email for empty forms; it belongs to an account. */
export const KNOWN_EMAIL = "kim@lions.example";

const wordsOf = (name: string, hasFile: boolean): string =>
  name === "emails" ? KNOWN_EMAIL : hasFile ? "" : "Some calm words";

/** A PNG file of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Returns a file of the kind that a field accepts. */
function sampleFile(accept: string): { value: string; bytes?: boolean } {
  if (accept.includes("image/png"))
    return { value: Buffer.from(PIXEL, "base64").toString("latin1"), bytes: true };
  if (accept.includes(".pdf")) return { value: "%PDF-1.7\n%%EOF\n" };
  return { value: "Date,Time,Opponent,Location,Home/Away\n2026-03-07,09:00,Lions,Field 2,home\n" };
}

function sampleOf(name: string, type: string, mode?: string): string {
  if (type === "checkbox") return "on";
  if (name === "identifier") return "dana.reyes@people.example";
  if (type === "email" || /email/i.test(name)) return KNOWN_EMAIL;
  if (type === "password") return "Sideline-2026";
  if (type === "date") return "2026-12-05";
  if (type === "time") return "17:30";
  if (type === "tel") return "(555) 010-0142";
  if (type === "number" || mode === "numeric") return "14";
  if (type === "url") return "https://field.example";
  return type === "hidden" ? "" : "Kim Lee";
}
