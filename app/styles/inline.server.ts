import styles from "./bare.css?inline";

/** The stylesheet as text, for pages that carry it inside: a linked file costs them a round trip. */
export const inlineStyles: string = styles;
