import styles from "./bare.css?inline";

/** The stylesheet as text, for pages that inline it to save a round trip. */
export const inlineStyles: string = styles;
