/** Used part of saxen's API; the package has no types. */
declare module "saxen" {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: "openTag",
      call: (tag: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this;
    on(event: "closeTag", call: (tag: string) => void): this;
    on(event: "text", call: (text: string, decode: Decode) => void): this;
    on(event: "cdata", call: (text: string) => void): this;
    on(event: "error", call: (error: unknown) => void): this;
    parse(xml: string): unknown;
  }
}
