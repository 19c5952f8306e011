/** Number of dimensions of a vector. */
export const SIZE = 384;
/** Width of the feed-forward network inside each transformer layer. */
export const WIDE = 1536;
export const LAYERS = 6;
export const HEADS = 12;
export const HEAD_SIZE: number = SIZE / HEADS;
/** Number of bytes of a float32. */
export const FLOAT = 4;
/** Maximum number of tokens that the model reads of a text; later tokens are ignored. */
export const MOST_TOKENS = 256;
