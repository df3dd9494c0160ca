import { createContext } from "react";

/** The number of the request being answered: the error page shows it, and the log has it with the cause. */
export const ReferenceNumber = createContext<string | undefined>(undefined);
