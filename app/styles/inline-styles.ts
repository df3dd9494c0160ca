import { createContext } from "react";

/** The stylesheet as text, provided by entry.server because pages cannot import `.server` modules. */
export const InlineStyles = createContext("");
