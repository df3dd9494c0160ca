import { createContext } from "react";

/** The stylesheet as text, given by entry.server: a `.server` module cannot be named in a page. */
export const InlineStyles = createContext("");
