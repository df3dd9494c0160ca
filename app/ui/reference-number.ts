import { createContext } from "react";

/** The request's id, which the error page shows and the log stores with the cause. */
export const ReferenceNumber = createContext<string | undefined>(undefined);
