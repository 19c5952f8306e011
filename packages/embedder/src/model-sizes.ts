/** Numbers of a vector. */
export const SIZE = 384;
/** Numbers of a row between the two matrices at the end of a layer. */
export const WIDE = 1536;
export const LAYERS = 6;
export const HEADS = 12;
export const HEAD_SIZE: number = SIZE / HEADS;
/** Bytes of a float32. */
export const FLOAT = 4;
/** Most tokens of a text that the model was made for; the rest of a text is not read. */
export const MOST_TOKENS = 256;
